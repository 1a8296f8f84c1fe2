export declare function kindFiles(root: string): Readonly<Record<string, string>>
