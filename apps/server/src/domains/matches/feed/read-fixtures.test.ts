import { FeedLine } from '@yunmu/contract'
import { dayStartSec } from '@yunmu/contract/china-time'
import { expect, test } from 'vitest'
import { idOfWords, type InputLine } from './feed-input.ts'
import { parseKickoff } from './fixture-records.ts'
import { readFixtures } from './read-fixtures.ts'

const defaults = { sport: '足球', competition: '' }
const read = (ending: string, text: string): InputLine[] => readFixtures(ending, text, defaults) ?? []
const startSec = dayStartSec('2026-11-21') + 19 * 3600 + 35 * 60

const problems = (lines: readonly InputLine[]) =>
  lines.flatMap((each) => ('problem' in each ? [[each.line, each.problem]] : []))
const recordsOf = (line: InputLine | undefined): FeedLine[] =>
  line && 'records' in line ? line.records.map((record) => FeedLine.parse(record)) : []

test('[H01] a file of another kind is not read', () => {
  expect(readFixtures('.xlsx', '', defaults)).toBe(null)
})

test.each([
  [
    '.jsonl',
    '{"a":1}\nx\n\n{',
    [
      [2, '不是 JSON'],
      [4, '不是 JSON'],
    ],
  ],
  ['.json', '[1,', [[1, '不是 JSON']]],
  ['.csv', 'home,away\n甲,乙', [[1, '缺少列：sport、competition、kickoff']]],
  ['.csv', '项目,赛事,主队,客队,时间\n足球,联赛,甲,"乙', [[2, '引号没有配对']]],
  [
    '.csv',
    '项目,赛事,主队,客队,时间,主队得分,客队得分\n足球,联赛,甲,乙,明天,,\n\n足球,联赛,甲,,2026-11-21 19:35,,\n棋,联赛,甲,乙,2026-11-21 19:35,,\n足球,联赛,甲,乙,2026-11-21 19:35,2,',
    [
      [2, '开赛时间看不懂：明天'],
      [4, 'away 缺少或不对'],
      [5, '没有“棋”这个项目'],
      [6, '比分要写两个不小于 0 的整数'],
    ],
  ],
  ['.ics', 'BEGIN:VCALENDAR\nEND:VCALENDAR', [[1, 'competition 缺少或不对']]],
  [
    '.ics',
    'X-WR-CALNAME:联赛\nBEGIN:VEVENT\nDTSTART:20261121T113500Z\nSUMMARY:甲 vs 乙\nEND:VEVENT\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20261121\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nDTSTART:20261121T113500Z\nSUMMARY:休赛日\nEND:VEVENT',
    [
      [2, '缺少 UID'],
      [8, '开赛时间看不懂：20261121'],
      [13, '从“休赛日”看不出两队，要写成“甲队 vs 乙队”'],
    ],
  ],
] as const)('[H01] what is wrong in a %s file is answered by line', (ending, text, expected) => {
  expect(problems(read(ending, text))).toEqual(expected)
})

test.each([
  ['2026-11-21 19:35', startSec],
  ['2026-11-21T19:35', startSec],
  ['2026-11-21T11:35:00Z', startSec],
  ['2026-11-21T12:35:00+01:00', startSec],
  ['2026-11-21', null],
  ['2026-11-21 25:00', null],
  ['2026-13-41 10:00', null],
  ['2026-02-30 19:35', null],
  ['2026-02-30T19:35:00Z', null],
  ['2026-11-21 19:35:99', null],
])('[H01] a kick-off at %s', (text, sec) => {
  expect(parseKickoff(text)).toBe(sec)
})

test('[H01] a row of a CSV file names competition, season, venue, teams, match and result', () => {
  const text =
    '\uFEFF项目,赛事,赛季,轮次,主队,客队,时间,场馆,主队得分,客队得分\r\n足球,"环海联赛, 甲级",2026,第 12 轮,江海 港务,北屿远航,2026-11-21 19:35,江海体育场,2,1\r\n'
  const [line] = read('.csv', text)
  expect(line?.line).toBe(2)
  const records = recordsOf(line)
  expect(records.map(({ record }) => record)).toEqual([
    'competition',
    'season',
    'venue',
    'team',
    'team',
    'match',
    'event',
    'event',
  ])
  expect(records[0]).toMatchObject({ name: '环海联赛, 甲级', id: 'football/环海联赛,-甲级' })
  expect(records[5]).toMatchObject({ kickoff: startSec, home: 'football/江海-港务', round: '第 12 轮' })
  expect(records[6]).toMatchObject({ event: { type: 'score', home: 2, away: 1 } })
})

const calendar = (zone: string, extra: string): string =>
  [
    'BEGIN:VCALENDAR',
    'X-WR-CALNAME:环海联赛',
    'BEGIN:VEVENT',
    'UID:m1@example.com',
    `DTSTART${zone}`,
    'SUMMARY:江海港务 vs',
    '  北屿远航',
    'LOCATION:江海体育场\\, 北看台',
    ...extra.split('|'),
    'BEGIN:VALARM',
    'SUMMARY:提醒',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

test.each([
  [':20261121T113500Z'],
  [':20261121T193500'],
  [';TZID=Asia/Shanghai:20261121T193500'],
  [';TZID="Europe/London":20261121T113500'],
])('[H01] an event of a calendar that starts%s is a match', (zone) => {
  const [match] = recordsOf(read('.ics', calendar(zone, 'SEQUENCE:0'))[0]).filter(({ record }) => record === 'match')
  expect(match).toMatchObject({ id: 'm1@example.com', kickoff: startSec, venue: '江海体育场,-北看台', seq: 0 })
})

test('[H01] a calendar cancels a match, and takes that back with a later sequence number', () => {
  const statusOf = (extra: string) =>
    recordsOf(read('.ics', calendar(':20261121T113500Z', extra))[0]).find(({ record }) => record === 'event')
  expect(statusOf('SEQUENCE:2|STATUS:CANCELLED')).toMatchObject({
    event: { id: 'file/status', seq: 2, status: 'cancelled' },
  })
  expect(statusOf('SEQUENCE:3|STATUS:CONFIRMED')).toMatchObject({
    event: { id: 'file/status', seq: 3, status: 'scheduled' },
  })
})

test('[H01] a calendar without sequence numbers is versioned by the time of its last change', () => {
  const seqOf = (extra: string) =>
    recordsOf(read('.ics', calendar(':20261121T113500Z', extra))[0]).flatMap((each) =>
      each.record === 'match' ? [each.seq] : [],
    )
  const stamp = 'DTSTAMP:20010101T000010Z'
  expect(seqOf(stamp)).toEqual([978_307_210])
  expect(seqOf(`${stamp}|LAST-MODIFIED:20010101T000007Z`)).toEqual([978_307_207])
  expect(seqOf(`${stamp}|SEQUENCE:3`)).toEqual([3])
})

test.each([':20260230T113500Z', ':20261121T243500', ':20261121T116000Z'])(
  '[H01] an event of a calendar does not start%s',
  (start) => {
    expect(problems(read('.ics', calendar(start, 'SEQUENCE:0')))).toHaveLength(1)
  },
)

test('[H01] an overlong summary of a calendar is refused without a search', () => {
  const text = calendar(':20261121T113500Z', 'SEQUENCE:0').replace('江海港务 vs', `甲${' '.repeat(1_000_000)}乙`)
  expect(problems(read('.ics', text))).toHaveLength(1)
})

test('[H01] ids of long names differ also where they begin alike, and short ones stay', () => {
  const [one, other] = ['甲', '乙'].map((end) => idOfWords(`${'江海'.repeat(60)}${end}`))
  expect(one).not.toBe(other)
  expect([...(one ?? '')]).toHaveLength(100)
  expect(idOfWords('江海 港务')).toBe('江海-港务')
})

test.each(['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'])('[H01] a match does not start at %s', (kickoff) => {
  const match = { record: 'match', id: 'm', competition: 'c', home: 'a', away: 'b', kickoff }
  expect(FeedLine.safeParse(match).success).toBe(false)
})
