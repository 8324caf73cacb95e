import { expect, test } from 'vitest'
import { joinChain } from './vast-rules.ts'

test('[J05] a chain has twenty addresses told of each event, however many its documents name', () => {
  const told = (name: string) => Array.from({ length: 15 }, (_, at) => `https://${name}.example/${at}`)
  const ad = { next: null, mediaFiles: [], durationSec: 0, skipAfterSec: null, clickThrough: '' }
  const file = { url: 'https://ads.example/a.mp4', type: 'video/mp4', width: 1280, bitrate: 0 }
  const joined = joinChain([
    { ...ad, next: 'https://ads.example/', impressions: told('outer'), clickTracking: told('outer') },
    { ...ad, mediaFiles: [file], impressions: told('inner'), clickTracking: told('inner') },
  ])
  const expected = [...told('outer'), ...told('inner').slice(0, 5)]
  expect(joined).toMatchObject({ impressions: expected, clickTracking: expected })
})
