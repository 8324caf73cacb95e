import { expect, test } from 'vitest'
import { movieBoxOf } from './movie-box.ts'

const box = (type: string, size: number, bytes = size): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUInt32BE(size)
  buffer.write(type, 4, 'latin1')
  return buffer
}
const long = (type: string, size: bigint): Buffer => {
  const buffer = box(type, 1, 16)
  buffer.writeBigUInt64BE(size, 8)
  return buffer
}
const ftyp = box('ftyp', 20)

test.each<[string, Buffer, ReturnType<typeof movieBoxOf>]>([
  ['behind the type', Buffer.concat([ftyp, box('moov', 500, 100)]), { at: 20, size: 500 }],
  [
    'behind a film that is longer than the bytes',
    Buffer.concat([ftyp, box('mdat', 9000, 100)]),
    { at: 9020, size: null },
  ],
  [
    'behind a film of more than 4 GB',
    Buffer.concat([ftyp, long('mdat', 5_000_000_000n)]),
    { at: 5_000_000_020, size: null },
  ],
  ['nowhere, because the film lasts to the end', Buffer.concat([ftyp, box('mdat', 0, 100)]), null],
  ['nowhere, because a box has an impossible size', Buffer.concat([ftyp, long('mdat', 2n ** 63n)]), null],
  ['nowhere, because it is no MP4 file', Buffer.from('<html>a page that is long enough</html>'), null],
  ['nowhere, because there is nothing', Buffer.alloc(0), null],
])('[M02] the index of an MP4 file is %s', (_, head, found) => {
  expect(movieBoxOf(head)).toEqual(found)
})
