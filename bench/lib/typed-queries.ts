import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TitleTexts } from '../../apps/server/src/domains/search/search-needs.ts'
import { inventTexts, type InventedTexts } from './title-names.ts'

/** Well-known titles and what people type for them: text tables, one row per line, columns separated by bars. */

const folder = join(import.meta.dirname, '../search-queries')

const rowsOf = (file: string): string[][] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((column) => column.trim()))

export interface TypedQuery {
  kind: string
  query: string
  /** The intended title. */
  name: string
}

/** The queries of a set. Rules are tuned with one set only; the other shows how well they work for unseen queries. */
export const typedQueries = (set: 'tuning' | 'held-out'): TypedQuery[] =>
  rowsOf(`${set}.txt`).map(([kind = '', query = '', name = '']) => ({ kind, query, name }))

function knownTexts(): InventedTexts[] {
  const listOf = (column = ''): string[] => column.split(',').filter((text) => text !== '')
  return rowsOf('well-known-titles.txt').map(([name = '', aliases, directors, actors]) => ({
    name,
    alias: listOf(aliases),
    directors: listOf(directors),
    actors: listOf(actors),
  }))
}

const commonCharacters = [
  ...'的一是不了人在有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴切',
]
const seasons = ['2', '3', '4', '第二季', '第三季', ' 第一季', ' 第二季', '第一部', 'II', '之二', '：前传', '特别篇']

/** Titles of random characters and seasons of invented ones, besides names made of words. */
function inventAny(random: () => number): InventedTexts {
  const texts = inventTexts(random)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const kind = random()
  if (kind < 0.2) return { ...texts, name: `${texts.name}${pick(seasons)}` }
  if (kind < 0.6) return texts
  const length = 2 + Math.floor(random() * 5)
  return { ...texts, name: Array.from({ length }, () => pick(commonCharacters)).join('') }
}

/** The well-known titles are among so many most played ones; in a smaller catalogue, in the most played tenth. */
const mostPlayed = 10_000

/** The well-known titles among `count` invented ones, shuffled. Plays are distributed as on a real site. */
export function titlesAmongOthers(count: number, random: () => number): TitleTexts[] {
  const share = Math.min(0.1, mostPlayed / count)
  const hitsOf = (place: number): number => Math.floor(place ** 6 * 1_000_000)
  const known = knownTexts().map((texts) => ({ ...texts, hits: hitsOf(1 - share * random()) }))
  const others = Array.from({ length: count }, () => ({ ...inventAny(random), hits: hitsOf(random()) }))
  return [...known, ...others]
    .map((texts) => ({ texts, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ texts: { name, alias, directors, actors, hits } }, at) => ({
      id: at + 1,
      pidId: 1,
      name,
      aliases: alias,
      directors,
      actors,
      hits,
    }))
}
