import { expect, test } from 'vitest'
import { readLiveAddress } from './live-address.ts'

const read = (params: Parameters<typeof readLiveAddress>[0], query = '') =>
  readLiveAddress(params, new URLSearchParams(query))

test('[B06] [B07] an address without a channel is not a page', () => {
  for (const params of [
    {},
    { types: 'tv', stream: '0', id: '0' },
    { types: 'tv', stream: 'x', id: '7' },
    { types: 'tv', stream: '0', id: '2147483648' },
    { stream: '0', id: '7' },
  ])
    expect(read(params), JSON.stringify(params)).toBeNull()
})

test('[B06] [B07] both forms contain a channel, its line and a past programme', () => {
  expect(read({ types: 'tv', stream: '2', id: '7' })).toEqual({
    types: 'tv',
    group: '0',
    stream: 2,
    id: 7,
    programmeId: null,
  })
  expect(read({ type: 'sg', group: '新加坡', stream: '0', id: '9' }, 'programme=31')).toEqual({
    types: 'sg',
    group: '新加坡',
    stream: 0,
    id: 9,
    programmeId: 31,
  })
  expect(read({ types: 'tv', stream: '0', id: '7' }, 'programme=x')?.programmeId).toBeNull()
})
