let codes: ReadonlyMap<string, readonly [number, number]> | undefined

/** Encodes text as GBK, which Node can only decode. @throws RangeError for a character that is not in GBK */
export function encodeGbk(text: string): Buffer {
  codes ??= readCodes()
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const pair = codes.get(character)
    if (code < 0x80) bytes.push(code)
    else if (pair) bytes.push(...pair)
    else throw new RangeError('not in GBK')
  }
  return Buffer.from(bytes)
}

function readCodes(): Map<string, [number, number]> {
  const decoder = new TextDecoder('gbk')
  const found = new Map<string, [number, number]>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = trail === 0x7f ? '' : decoder.decode(Uint8Array.of(lead, trail))
      if (character.length === 1 && character !== '\uFFFD' && !found.has(character)) found.set(character, [lead, trail])
    }
  }
  return found
}
