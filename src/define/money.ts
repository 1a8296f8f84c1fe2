/** `12345.50` -> `12,345.50`, exact on the decimal string (INV-12); what is no amount stays as it is. The one place where money is grouped. */
export function moneyText(value: string | number): string {
  const text = typeof value === 'number' ? value.toFixed(2) : value
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', cents = ''] = parts
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
}
