export declare function typesOf(document: string): Promise<string>
