/** A plate that no vehicle has, for examples of the API. */
export const PLATE_EXAMPLE = '示A00042'
