const MIN_PASSWORD_LENGTH = 10
const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9\s]/]
const CLASSES_NEEDED = 3

/** `password.weak`: at least ten characters out of three of the four classes. The server also refuses the last five. */
export function isStrong(password: string): boolean {
  return password.length >= MIN_PASSWORD_LENGTH && classes.filter((it) => it.test(password)).length >= CLASSES_NEEDED
}
