import type { SportKey } from './sport-key.ts'

/** A period, in the order of play. */
export interface SportPeriod {
  /** Key in events. */
  readonly key: string
  readonly label: string
  /** Scores of a shootout decide a drawn match, but are not part of its score. */
  readonly kind: 'regular' | 'extra' | 'shootout'
  /** Length by the rules; 0 if it has none. */
  readonly minutes: number
  /** What the break after it is called; empty if the match may be over then. */
  readonly breakAfter: string
}

/** A way to score. */
export interface SportScore {
  readonly key: string
  readonly label: string
  /** Null: the event itself says how many. */
  readonly points: number | null
  /** Counts for the other side, as an own goal does. The side of the event is the side of the player. */
  readonly isForOther?: true
}

export interface SportIncident {
  readonly key: string
  readonly label: string
}

export interface SportStatistic {
  readonly key: string
  readonly label: string
  /** Written after the number: `%` or nothing. */
  readonly unit: '' | '%'
}

/** Events that the highlights of a match show, and how much before and after them. */
export interface SportHighlight {
  readonly of: 'tally' | 'incident' | 'end'
  /** Keys of scores or incidents; of `end`, kinds of periods. */
  readonly kinds: readonly string[]
  readonly beforeSec: number
  readonly afterSec: number
}

/** Changes of the score that followers may be reminded of: single scores where they are rare, else ends of periods. */
export interface SportReminder {
  readonly of: 'tally' | 'end'
  /** Keys of scores; of `end`, kinds of periods. Kicks of a shootout are none. */
  readonly kinds: readonly string[]
}

/** Everything that differs by sport. Labels are in simplified Chinese. */
export interface Sport {
  readonly label: string
  /** What a side is called. */
  readonly competitor: string
  /** `points`: all points add up. `periods`: the periods won are the score, and each has points of its own. */
  readonly scoring: 'points' | 'periods'
  /** `up` counts the minutes of the match, `down` the time left in the period. */
  readonly clock: 'up' | 'down' | 'none'
  /** What its stadium is drawn with. */
  readonly ground: 'grass' | 'floor'
  /** Whether a match may end without a winner. */
  readonly hasDraws: boolean
  readonly periods: readonly SportPeriod[]
  readonly scores: readonly SportScore[]
  readonly incidents: readonly SportIncident[]
  readonly statistics: readonly SportStatistic[]
  readonly highlights: readonly SportHighlight[]
  readonly reminder: SportReminder
}

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const

/** A number below 100 in Chinese. */
function chineseNumber(value: number): string {
  const tens = Math.floor(value / 10)
  const ones = digits[value % 10] ?? ''
  if (tens === 0) return ones
  return `${tens === 1 ? '' : (digits[tens] ?? '')}十${ones}`
}

/** Equal periods without a clock, 第一局, 第二局, …, with a break between two of them, 局间休息. */
const numbered = (letter: string, unit: string, count: number): SportPeriod[] =>
  Array.from({ length: count }, (_, at) => ({
    key: `${letter}${at + 1}`,
    label: `第${chineseNumber(at + 1)}${unit}`,
    kind: 'regular',
    minutes: 0,
    breakAfter: at + 1 < count ? `${unit}间休息` : '',
  }))

/** Four quarters with the longer break in the middle. */
const quarters = (minutes: number): SportPeriod[] =>
  numbered('q', '节', 4).map((period) => ({
    ...period,
    minutes,
    breakAfter: period.key === 'q2' ? '半场休息' : period.breakAfter,
  }))

const overtimes = (count: number, minutes: number): SportPeriod[] =>
  Array.from({ length: count }, (_, at) => ({
    key: `ot${at + 1}`,
    label: at === 0 ? '加时' : `第${chineseNumber(at + 1)}加时`,
    kind: 'extra',
    minutes,
    breakAfter: '',
  }))

/** The decisive points of sports that are won by periods. */
const periodEnds = (beforeSec: number): SportHighlight => ({
  of: 'end',
  kinds: ['regular', 'extra'],
  beforeSec,
  afterSec: 10,
})

const periodReminder: SportReminder = { of: 'end', kinds: ['regular', 'extra'] }

const timeout = { key: 'timeout', label: '暂停' } as const
const substitution = { key: 'substitution', label: '换人' } as const
const yellow = { key: 'yellow', label: '黄牌' } as const
const red = { key: 'red', label: '红牌' } as const
const injury = { key: 'injury', label: '伤停' } as const
const review = { key: 'review', label: '回看判罚' } as const
const remark = { key: 'remark', label: '解说' } as const

/** The kinds of sports as data. Nothing else distinguishes sports. */
export const sports: Readonly<Record<SportKey, Sport>> = {
  football: {
    label: '足球',
    competitor: '球队',
    scoring: 'points',
    clock: 'up',
    ground: 'grass',
    hasDraws: true,
    periods: [
      { key: 'h1', label: '上半场', kind: 'regular', minutes: 45, breakAfter: '中场休息' },
      { key: 'h2', label: '下半场', kind: 'regular', minutes: 45, breakAfter: '' },
      { key: 'et1', label: '加时上半场', kind: 'extra', minutes: 15, breakAfter: '加时中场休息' },
      { key: 'et2', label: '加时下半场', kind: 'extra', minutes: 15, breakAfter: '' },
      { key: 'so', label: '点球大战', kind: 'shootout', minutes: 0, breakAfter: '' },
    ],
    scores: [
      { key: 'goal', label: '进球', points: 1 },
      { key: 'penalty', label: '点球', points: 1 },
      { key: 'own-goal', label: '乌龙球', points: 1, isForOther: true },
      { key: 'penalty-missed', label: '点球不进', points: 0 },
    ],
    incidents: [
      yellow,
      { key: 'second-yellow', label: '两黄变一红' },
      red,
      substitution,
      { key: 'disallowed', label: '进球无效' },
      review,
      injury,
      { key: 'added-time', label: '补时' },
      remark,
    ],
    statistics: [
      { key: 'possession', label: '控球', unit: '%' },
      { key: 'shots', label: '射门', unit: '' },
      { key: 'on-target', label: '射正', unit: '' },
      { key: 'corners', label: '角球', unit: '' },
      { key: 'fouls', label: '犯规', unit: '' },
      { key: 'offsides', label: '越位', unit: '' },
      { key: 'yellows', label: '黄牌', unit: '' },
      { key: 'reds', label: '红牌', unit: '' },
      { key: 'saves', label: '扑救', unit: '' },
    ],
    highlights: [
      { of: 'tally', kinds: ['goal', 'penalty', 'own-goal', 'penalty-missed'], beforeSec: 15, afterSec: 25 },
      { of: 'incident', kinds: ['red', 'second-yellow', 'disallowed'], beforeSec: 12, afterSec: 18 },
    ],
    reminder: { of: 'tally', kinds: ['goal', 'penalty', 'own-goal'] },
  },
  basketball: {
    label: '篮球',
    competitor: '球队',
    scoring: 'points',
    clock: 'down',
    ground: 'floor',
    hasDraws: false,
    periods: [...quarters(10), ...overtimes(9, 5)],
    scores: [
      { key: 'two', label: '两分', points: 2 },
      { key: 'three', label: '三分', points: 3 },
      { key: 'free', label: '罚球', points: 1 },
    ],
    incidents: [
      { key: 'foul', label: '犯规' },
      { key: 'technical', label: '技术犯规' },
      { key: 'unsportsmanlike', label: '违体犯规' },
      { key: 'ejected', label: '罚出场' },
      timeout,
      substitution,
      review,
      injury,
      remark,
    ],
    statistics: [
      { key: 'field-goals', label: '投篮命中率', unit: '%' },
      { key: 'threes', label: '三分命中', unit: '' },
      { key: 'free-throws', label: '罚球命中', unit: '' },
      { key: 'rebounds', label: '篮板', unit: '' },
      { key: 'assists', label: '助攻', unit: '' },
      { key: 'steals', label: '抢断', unit: '' },
      { key: 'blocks', label: '盖帽', unit: '' },
      { key: 'turnovers', label: '失误', unit: '' },
      { key: 'fouls', label: '犯规', unit: '' },
    ],
    highlights: [
      { of: 'tally', kinds: ['three'], beforeSec: 7, afterSec: 5 },
      { of: 'incident', kinds: ['ejected'], beforeSec: 10, afterSec: 10 },
      periodEnds(15),
    ],
    reminder: periodReminder,
  },
  volleyball: {
    label: '排球',
    competitor: '球队',
    scoring: 'periods',
    clock: 'none',
    ground: 'floor',
    hasDraws: false,
    periods: numbered('s', '局', 5),
    scores: [
      { key: 'point', label: '得分', points: 1 },
      { key: 'attack', label: '扣球得分', points: 1 },
      { key: 'block', label: '拦网得分', points: 1 },
      { key: 'ace', label: '发球得分', points: 1 },
      { key: 'error', label: '对方得分（失误）', points: 1, isForOther: true },
    ],
    incidents: [timeout, substitution, yellow, red, review, injury, remark],
    statistics: [
      { key: 'attacks', label: '扣球得分', unit: '' },
      { key: 'blocks', label: '拦网得分', unit: '' },
      { key: 'aces', label: '发球得分', unit: '' },
      { key: 'errors', label: '失误', unit: '' },
    ],
    highlights: [{ of: 'tally', kinds: ['ace', 'block'], beforeSec: 8, afterSec: 6 }, periodEnds(25)],
    reminder: periodReminder,
  },
  tennis: {
    label: '网球',
    competitor: '选手',
    scoring: 'periods',
    clock: 'none',
    ground: 'floor',
    hasDraws: false,
    periods: numbered('s', '盘', 5),
    scores: [
      { key: 'game', label: '保发', points: 1 },
      { key: 'break', label: '破发', points: 1 },
      { key: 'tie-break', label: '抢七', points: 1 },
    ],
    incidents: [
      { key: 'medical', label: '医疗暂停' },
      { key: 'warning', label: '警告' },
      { key: 'retired', label: '退赛' },
      review,
      remark,
    ],
    statistics: [
      { key: 'aces', label: 'Ace 球', unit: '' },
      { key: 'double-faults', label: '双误', unit: '' },
      { key: 'first-serves', label: '一发成功率', unit: '%' },
      { key: 'break-points', label: '破发成功', unit: '' },
      { key: 'winners', label: '制胜分', unit: '' },
      { key: 'errors', label: '非受迫性失误', unit: '' },
    ],
    highlights: [{ of: 'tally', kinds: ['break', 'tie-break'], beforeSec: 25, afterSec: 8 }, periodEnds(30)],
    reminder: periodReminder,
  },
  'table-tennis': {
    label: '乒乓球',
    competitor: '选手',
    scoring: 'periods',
    clock: 'none',
    ground: 'floor',
    hasDraws: false,
    periods: numbered('g', '局', 7),
    scores: [
      { key: 'point', label: '得分', points: 1 },
      { key: 'serve', label: '发球得分', points: 1 },
    ],
    incidents: [timeout, yellow, red, { key: 'retired', label: '退赛' }, remark],
    statistics: [
      { key: 'serve-points', label: '发球得分', unit: '' },
      { key: 'receive-points', label: '接发球得分', unit: '' },
      { key: 'longest-run', label: '最多连续得分', unit: '' },
    ],
    highlights: [periodEnds(25)],
    reminder: periodReminder,
  },
  badminton: {
    label: '羽毛球',
    competitor: '选手',
    scoring: 'periods',
    clock: 'none',
    ground: 'floor',
    hasDraws: false,
    periods: numbered('g', '局', 3),
    scores: [
      { key: 'point', label: '得分', points: 1 },
      { key: 'smash', label: '杀球得分', points: 1 },
    ],
    incidents: [review, yellow, red, injury, { key: 'retired', label: '退赛' }, remark],
    statistics: [
      { key: 'smashes', label: '杀球得分', unit: '' },
      { key: 'longest-rally', label: '最长回合', unit: '' },
      { key: 'longest-run', label: '最多连续得分', unit: '' },
    ],
    highlights: [{ of: 'tally', kinds: ['smash'], beforeSec: 10, afterSec: 5 }, periodEnds(30)],
    reminder: periodReminder,
  },
  snooker: {
    label: '斯诺克',
    competitor: '选手',
    scoring: 'periods',
    clock: 'none',
    ground: 'floor',
    hasDraws: false,
    periods: numbered('f', '局', 35),
    scores: [
      { key: 'break', label: '单杆', points: null },
      { key: 'foul', label: '犯规罚分', points: null, isForOther: true },
    ],
    incidents: [
      { key: 'concede', label: '认输' },
      { key: 'rerack', label: '重摆' },
      { key: 'interval', label: '场间休息' },
      remark,
    ],
    statistics: [
      { key: 'highest-break', label: '单杆最高', unit: '' },
      { key: 'centuries', label: '破百', unit: '' },
      { key: 'fifties', label: '五十以上', unit: '' },
      { key: 'pot-rate', label: '进球率', unit: '%' },
    ],
    highlights: [{ of: 'tally', kinds: ['break'], beforeSec: 45, afterSec: 8 }, periodEnds(30)],
    reminder: periodReminder,
  },
  esports: {
    label: '电竞',
    competitor: '战队',
    scoring: 'periods',
    clock: 'none',
    ground: 'floor',
    hasDraws: true,
    periods: numbered('m', '局', 7),
    scores: [
      { key: 'round', label: '拿下回合', points: 1 },
      { key: 'kill', label: '击杀', points: 1 },
      { key: 'win', label: '拿下本局', points: null },
    ],
    incidents: [
      { key: 'pick', label: '选用' },
      { key: 'ban', label: '禁用' },
      { key: 'objective', label: '夺取目标' },
      timeout,
      remark,
    ],
    statistics: [
      { key: 'kills', label: '击杀', unit: '' },
      { key: 'towers', label: '推塔', unit: '' },
      { key: 'gold', label: '经济', unit: '' },
      { key: 'dragons', label: '控龙', unit: '' },
    ],
    highlights: [{ of: 'incident', kinds: ['objective'], beforeSec: 15, afterSec: 10 }, periodEnds(30)],
    reminder: periodReminder,
  },
  other: {
    label: '其他',
    competitor: '参赛方',
    scoring: 'points',
    clock: 'none',
    ground: 'floor',
    hasDraws: true,
    periods: [...numbered('p', '节', 9), ...overtimes(3, 0)],
    scores: [{ key: 'point', label: '得分', points: null }],
    incidents: [timeout, substitution, yellow, red, injury, remark],
    statistics: [{ key: 'points', label: '得分', unit: '' }],
    highlights: [periodEnds(25)],
    reminder: periodReminder,
  },
}
