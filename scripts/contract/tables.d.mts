/** A folder of migrations, the files by their names. */
interface Folder {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}
export declare function tableFiles(
  query: (text: string) => Promise<readonly object[]>,
  folders: readonly Folder[],
): Promise<Readonly<Record<string, string>>>
