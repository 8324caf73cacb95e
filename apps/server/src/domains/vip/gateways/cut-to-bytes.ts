/** The longest beginning of a text that fits into so many bytes of UTF-8, without half a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  let cut = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    cut += character
  }
  return cut
}
