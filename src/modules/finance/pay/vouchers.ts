/** The number `step` places after a voucher number that ends in digits: `PZ-2026-0009` becomes `PZ-2026-0010`; one without digits at its end stays as it is. */
export function laterVoucher(voucherNo: string, step: number): string {
  const [, head = '', digits = ''] = /^(.*?)(\d*)$/.exec(voucherNo) ?? []
  if (digits === '') return voucherNo
  return `${head}${String(BigInt(digits) + BigInt(step)).padStart(digits.length, '0')}`
}
