/** The address of a record as that of any record, so that its calls answer what those of every record do. */
export const addressOf = ({ path }: { readonly path: string }): string => path
