declare module '*.css?entry'
declare module '*.css?rest'
