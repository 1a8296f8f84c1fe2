/** Name of a business effect, `<module>.<what>`. A test holds that what applications name and what modules carry out are the same. */
export type EffectName = `${string}.${string}`
