import { expect, test } from 'vitest'
import { decodeId, defaultIdEncoding } from './encoded-id-rules.ts'

/** Texts that a real MacCMS made of ids. */
test.each([
  [defaultIdEncoding, { SCCCCS: 1, SCCCSC: 62, SCCCRF: 1001, SCSRqK: 300_000, SYJrnv: 99_999_999 }],
  [
    { key: 'my-own key', length: 4 },
    { xJJx: 1, xJKa: 1001, '2K2Z': 300_000, cvIGo: 99_999_999 },
  ],
  [
    { key: '', length: 6 },
    { baaaab: 1, babqcI: 300_000 },
  ],
  [
    { key: 'k', length: 0 },
    { o: 1, oP: 62, ojzJ: 300_000 },
  ],
])('[B16] ids encoded with %j are read', (encoding, ids) => {
  for (const [text, id] of Object.entries(ids)) expect([text, decodeId(text, encoding)]).toEqual([text, id])
})

test('[B16] what encodes no id is none', () => {
  for (const text of ['', 'SCCCC', 'SCCCCC', 'SCCC-S', '中文中文中文', 'S'.repeat(200)])
    expect([text, decodeId(text, defaultIdEncoding)]).toEqual([text, null])
})
