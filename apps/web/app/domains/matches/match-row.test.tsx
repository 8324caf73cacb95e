import type { Match } from '@yunmu/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createCallCache } from '../../lib/calls/call-cache.ts'
import { CallCacheContext } from '../../lib/calls/call-query.ts'
import { MatchRow } from './match-row.tsx'
import { aMatch, aRunningMatch } from './match.fixture.ts'

/** The words of a row, as they are read. */
const rowOf = (match: Match): string =>
  renderToStaticMarkup(
    <CallCacheContext value={createCallCache()}>
      <MemoryRouter>
        <MatchRow match={match} nowSec={match.start - 240} />
      </MemoryRouter>
    </CallCacheContext>,
  )
const textOf = (match: Match): string =>
  rowOf(match)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('[H01] a coming match can be subscribed to and shows no score; one that is put off shows no time', () => {
  expect(textOf(aMatch({ score: [0, 0] }))).toMatch(/19:30 .*江海港务 江 对 北屿远航 北 4 分钟后 订阅/)
  expect(textOf(aMatch({ subscribed: true }))).toContain('已订阅 取消')
  expect(textOf(aMatch({ status: 'postponed' }))).toMatch(/^ 待定 .* 延期 /)
})

test('[H01] a running match shows its score, also to screen readers, and can be watched', () => {
  const streams = [{ id: 1, name: '国语解说', anchor: '', plate: false, recorded: false, highlighted: false }]
  const row = textOf(aRunningMatch([2, 1], { streams }))
  expect(row).toMatch(/2 : 1 2 比 1/)
  expect(row).toMatch(/北屿远航 落后/)
  expect(row).toContain('观看')
  expect(rowOf(aRunningMatch([2, 1], { streams }))).toContain('aria-label="观看 江海港务 对 北屿远航"')
  expect(rowOf(aRunningMatch([2, 1]))).toContain('aria-label="江海港务 对 北屿远航 赛况"')
})

test('[H01] of a finished match the loser is marked, and there is a recording or the course of the match', () => {
  const over = aMatch({ state: 'over', status: 'over', score: [0, 3], winner: 'away' })
  expect(textOf(over)).toMatch(/江海港务 落败 .*完场 .*赛况/)
  expect(textOf({ ...over, replayId: 4 })).toContain('录像')
  expect(textOf({ ...over, replayId: 4 })).not.toContain('集锦')
  expect(rowOf({ ...over, replayId: 4, highlightsId: 4 })).toContain('href="/match/play/12/0#highlights"')
  expect(textOf({ ...over, highlightsId: 4 })).toMatch(/赛况.*集锦/)
})

test('[H01] a break has the word of its sport in a row', () => {
  const rest = { status: 'break', sport: 'basketball', period: '第二节' } as const
  expect(textOf(aRunningMatch([48, 50], { ...rest, breakLabel: '半场休息' }))).toContain('半场休息')
  expect(textOf(aRunningMatch([98, 98], { ...rest, period: '第四节' }))).toContain('第四节结束')
})
