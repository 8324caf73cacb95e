import type { Match } from '@yunmu/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aDetail, aMatch, aRunningMatch } from '../../domains/matches/match.fixture.ts'
import { createCallCache } from '../../lib/calls/call-cache.ts'
import { CallCacheContext } from '../../lib/calls/call-query.ts'
import { Waiting } from './waiting.tsx'

const shown = (match: Match): string =>
  renderToStaticMarkup(
    <CallCacheContext value={createCallCache()}>
      <MemoryRouter>
        <Waiting detail={aDetail(match)} nowSec={match.start - 240} />
      </MemoryRouter>
    </CallCacheContext>,
  )

test('[H01] a match that is not played says whether it is to come, runs without a stream or is over', () => {
  expect(shown(aMatch())).toMatch(/data-screen="before-match".*距离开赛/)
  expect(shown(aRunningMatch([1, 0]))).toMatch(/data-screen="during-match".*这场比赛没有直播信号/)
  expect(shown(aMatch({ state: 'over', status: 'over', score: [1, 0] }))).toMatch(
    /data-screen="after-match".*比赛已结束/,
  )
})
