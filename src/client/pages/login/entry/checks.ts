/** Checks of the forms before sign-in; the server's are the same and decide. */

export const isMobile = (text: string): boolean => /^1\d{10}$/.test(text.trim())
export const isEmployeeNumber = (text: string): boolean => /^[A-Z]{2}\d{4}$/.test(text.trim())
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
