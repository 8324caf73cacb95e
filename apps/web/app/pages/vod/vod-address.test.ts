import { expect, test } from 'vitest'
import { vodUrl } from '../../lib/urls.ts'
import { readVodAddress } from './vod-address.ts'

test.each([
  ['a', '1', '1'],
  ['1', '0', '1'],
  ['1', '1', '0'],
  ['1', '-4', '1'],
  ['1', '1', '1.5'],
  ['1', '12345678901', '1'],
  ['1', '2147483648', '1'],
  ['', '1', '1'],
])('[F08] /player/vod/%s/%s/%s is not a page', (type, id, level) => {
  expect(readVodAddress({ type, id, level }, new URLSearchParams())).toBeNull()
})

test('[F08] an invalid line or time is ignored', () => {
  const place = readVodAddress({ type: '1', id: '2', level: '3' }, new URLSearchParams('line=x&t=-1'))
  expect(place).toEqual({ type: 1, id: 2, level: 3, lineId: 0, atSec: null })
})

test('[F08] an address that we build contains its episode, line and time', () => {
  const { pathname, searchParams } = new URL(
    vodUrl({ pidId: 1, id: 2_147_483_647, level: 3, source: 4, atSec: 71 }),
    'http://a',
  )
  const [type = '', id = '', level = ''] = pathname.split('/').slice(3)
  expect(readVodAddress({ type, id, level }, searchParams)).toEqual({
    type: 1,
    id: 2_147_483_647,
    level: 3,
    lineId: 4,
    atSec: 71,
  })
})
