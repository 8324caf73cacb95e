import type { Match } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aMatch, aRunningMatch } from '../../domains/matches/match.fixture.ts'
import { mediaOf } from './match-play-rules.ts'

const stream = (id: number, recorded: boolean, highlighted: boolean): Match['streams'][number] => ({
  id,
  name: `${id}`,
  anchor: '',
  plate: false,
  recorded,
  highlighted,
})
const over = (fields: Partial<Match>): Match =>
  aMatch({
    state: 'over',
    status: 'over',
    score: [1, 0],
    streams: [stream(1, true, true), stream(2, false, true)],
    ...fields,
  })
const moment = { nowSec: 0, isHidden: false, wantsHighlights: false }
const idsOf = (match: Match, at = moment): number[] => mediaOf(match, at).lines.map(({ id }) => id)

test('[H01] highlights alone do not play while scores are hidden; a whole recording and streams do', () => {
  const hidden = { ...moment, isHidden: true }
  expect(mediaOf(over({ highlightsId: 7 }), hidden).play).toBe('nothing')
  expect(mediaOf(over({ highlightsId: 7 }), moment)).toMatchObject({ play: 'recording', recordingId: 7 })
  expect(mediaOf(over({ replayId: 6, highlightsId: 7 }), hidden)).toMatchObject({ play: 'recording', recordingId: 6 })
  expect(mediaOf(aRunningMatch([1, 0], { streams: [stream(1, false, false)] }), hidden).play).toBe('streams')
  expect(mediaOf(over({}), moment).play).toBe('nothing')
})

test('[H01] the address chooses highlights, if there are any', () => {
  const highlights = { ...moment, wantsHighlights: true }
  expect(mediaOf(over({ replayId: 6, highlightsId: 7 }), highlights)).toMatchObject({ recording: 'highlights' })
  expect(mediaOf(over({ replayId: 6 }), highlights)).toMatchObject({ recording: 'record', recordingId: 6 })
})

test('[H01] only streams with that recording can be chosen while it plays', () => {
  const both = over({ replayId: 6, highlightsId: 7 })
  expect(idsOf(both)).toEqual([1])
  expect(idsOf(both, { ...moment, wantsHighlights: true })).toEqual([1, 2])
  expect(idsOf({ ...both, streams: [] })).toEqual([0])
  expect(idsOf(aRunningMatch([1, 0], { streams: both.streams }))).toEqual([1, 2])
})
