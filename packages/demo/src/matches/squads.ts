import { demoCompetitions } from './competitions.ts'
import type { DemoSport } from './demo-competition.ts'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'

/** The invented players of all teams. */

export interface DemoPlayer {
  /** Permanent id. */
  id: string
  name: string
  number: number
  position: string
}

/** How many players a squad has in each position. */
const positions: Readonly<Record<DemoSport, readonly (readonly [position: string, count: number])[]>> = {
  football: [
    ['门将', 2],
    ['后卫', 7],
    ['中场', 8],
    ['前锋', 5],
  ],
  basketball: [
    ['后卫', 5],
    ['前锋', 5],
    ['中锋', 2],
  ],
}

const surnames = [...'林陈罗许顾沈梁何陆苏江周方程韩贺谢邵卢潘白严秦孟段石龙尹郝崔温裴傅闻阮祝柏简牧连']
const first = [...'既长以远明子景云牧承亦思怀知望一书闻立之清北行朝川嘉启修泽砚']
const second = [...'明川宁舟砚归朔野澄安河岳楠峥帆岩屿恺驰毅航岭禾渡晏松'].concat('')
const foreign = [
  '马科斯',
  '德里安',
  '奥马尔',
  '卡斯蒂',
  '伊万诺',
  '恩佐',
  '巴卡里',
  '霍尔姆',
  '莱昂',
  '苏莱曼',
  '迪奥戈',
  '安德烈',
  '科菲',
  '纳瓦罗',
]
const foreignLast = [
  '席尔瓦',
  '阿德',
  '洛佩',
  '贝克',
  '迪亚洛',
  '科瓦奇',
  '桑托',
  '米勒',
  '哈里',
  '奥科',
  '里瓦斯',
  '伯格',
]

const pick = (random: SeededRandom, items: readonly string[]): string =>
  items[Math.floor(random.next() * items.length)] ?? ''

/** One of seven players comes from abroad. */
const newName = (random: SeededRandom): string =>
  random.next() < 1 / 7
    ? `${pick(random, foreign)}·${pick(random, foreignLast)}`
    : pick(random, surnames) + pick(random, first) + pick(random, second)

function squadOf(team: string, sport: DemoSport, taken: Set<string>): DemoPlayer[] {
  const random = seededRandom(`squad ${team}`)
  const numbers = new Set<number>()
  const draw = <Value>(make: () => Value, used: Set<Value>): Value => {
    let value = make()
    while (used.has(value)) value = make()
    used.add(value)
    return value
  }
  return positions[sport]
    .flatMap(([position, count]) => Array.from({ length: count }, () => position))
    .map((position, at) => ({
      id: `${team}-p${at + 1}`,
      name: draw(() => newName(random), taken),
      number: draw(() => (at === 0 && sport === 'football' ? 1 : 2 + Math.floor(random.next() * 38)), numbers),
      position,
    }))
}

/** Names are unique within a competition. */
const squads: ReadonlyMap<string, readonly DemoPlayer[]> = new Map(
  demoCompetitions.flatMap(({ sport, teams }) => {
    const taken = new Set<string>()
    return teams.map(({ slug }) => [slug, squadOf(slug, sport, taken)] as const)
  }),
)

/** The players of a team. @param slug of the team */
export const playersOf = (slug: string): readonly DemoPlayer[] => squads.get(slug) ?? []

/** The coach of a team. */
export function coachOf(slug: string): string {
  const random = seededRandom(`coach ${slug}`)
  return pick(random, surnames) + pick(random, first) + pick(random, second)
}
