/** Where a fault of an asset is reported, filled in by its number. */
export const reportAddress = (no: string): string =>
  `/workflow/maintenance/internalMaintenance?asset=${encodeURIComponent(no)}`
