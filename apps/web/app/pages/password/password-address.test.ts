import { expect, test } from 'vitest'
import { passwordUrl } from '../../lib/urls.ts'
import { readPasswordAddress } from './password-address.ts'

test('[B08] an address of no player page of ours asks for nothing', () => {
  for (const to of [
    undefined,
    '/',
    '/details/1/2',
    'https://evil.example/player/vod/1/2/3',
    '//evil.example',
    '/match/play/1/0',
  ])
    expect([to, readPasswordAddress(passwordUrl({ to }))]).toEqual([to, null])
  expect(readPasswordAddress('/player/vod/1/2/3')).toBeNull()
})

test('[B08] an address asks for what its player page plays', () => {
  const asked = (to: string) => readPasswordAddress(passwordUrl({ to }))?.asked
  expect(asked('/player/vod/1/42/3')).toEqual({ type: 'vod', id: 42, ids: 0, level: 3 })
  expect(asked('/player/vod/1/42/3?line=9&t=60')).toEqual({ type: 'vod', id: 42, ids: 9, level: 3 })
  expect(asked('/player/live/tv/2/7')).toEqual({ type: 'live', id: 7, ids: 2, level: 1 })
  expect(asked('/player/live/us/gangao/news/0/7?programme=31')).toEqual({ type: 'replay', id: 31, ids: 0, level: 1 })
})

test('[B08] it returns to the player page with its line and moment', () => {
  expect(readPasswordAddress(passwordUrl({ to: '/player/vod/1-42-3.html?line=9&t=60&x=1' }))?.to).toBe(
    '/player/vod/1/42/3?line=9&t=60',
  )
})
