/** Amounts on the wire of gateways that write them with two decimals. */
const amountPattern = /^(0|[1-9]\d{0,8})\.(\d{2})$/

/** Reads `29.90` as 2990. Null for every other form: no sign, space, exponent, leading zero or third decimal. */
export function parseAmount(text: string): number | null {
  const [, whole, hundredths] = amountPattern.exec(text) ?? []
  if (whole === undefined || hundredths === undefined) return null
  return Number(whole) * 100 + Number(hundredths)
}

/** Reads `29.9`, `29` and `29.90`, as some gateways write numbers, as 2990 and 2900. Null for every other form. */
export function parseShortAmount(text: string): number | null {
  const [, whole, decimals = ''] = /^([^.]*)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? null : parseAmount(`${whole}.${decimals.padEnd(2, '0')}`)
}

/** Writes 2990 as `29.90`. @throws RangeError for what `parseAmount` would not read back */
export function formatAmount(minor: number): string {
  if (!Number.isSafeInteger(minor) || minor < 0 || minor > 99_999_999_999) throw new RangeError('not an amount')
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
}
