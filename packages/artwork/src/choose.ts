import { kinds } from './kinds/index.ts'
import type { Kind } from './kinds/index.ts'
import { palettes } from './palettes.ts'
import type { PaletteName } from './palettes.ts'
import { createRandom } from './random.ts'

/**
 * Words of a genre or category (simplified, traditional, English) and the kinds that suit them. The first match wins.
 */
const kindsByGenre: readonly (readonly [words: RegExp, kinds: readonly Kind[]])[] = [
  [/体育|體育|运动|運動|足球|篮球|籃球|赛事|賽事|sport/iu, ['stadium', 'hoop', 'clock']],
  [/新闻|新聞|时评|時評|播报|播報|财经|財經|政治|news/iu, ['studio', 'desk', 'microphone']],
  [
    /纪录|紀錄|纪实|紀實|人文|自然|旅游|旅遊|美食|documentary/iu,
    ['deep', 'dunes', 'table', 'terraces', 'teapot', 'bamboo', 'jellyfish'],
  ],
  [
    /动画|動畫|动漫|動漫|儿童|兒童|少年|校园|校園|anime|animation|kids/iu,
    ['summer', 'train', 'cat', 'cranes', 'jetty'],
  ],
  [
    /综艺|綜藝|真人秀|选秀|選秀|脱口秀|脫口秀|音乐|音樂|歌舞|晚会|晚會|variety|music/iu,
    ['stage', 'microphone', 'market'],
  ],
  [/科幻|灾难|災難|sci-?fi|science fiction/iu, ['planet', 'eclipse', 'launch']],
  [
    /古装|古裝|武侠|武俠|仙侠|仙俠|宫廷|宮廷|历史|歷史|costume|wuxia/iu,
    ['eaves', 'moon-gate', 'character', 'duel', 'ancient', 'bamboo', 'bridge'],
  ],
  [
    /犯罪|悬疑|懸疑|推理|刑侦|刑偵|警匪|惊悚|驚悚|恐怖|谍战|諜戰|crime|mystery|thriller|horror/iu,
    ['shaft', 'corridor', 'pines', 'stairs', 'keys', 'letter', 'lighthouse', 'umbrellas'],
  ],
  [/家庭|亲情|親情|伦理|倫理|年代|family/iu, ['alley', 'moon-gate', 'room', 'bridge', 'teapot']],
  [
    /爱情|愛情|言情|青春|情感|romance/iu,
    ['sea', 'profile', 'alley', 'train', 'pair', 'face', 'hands', 'jetty', 'letter'],
  ],
  [
    /战争|戰爭|军旅|軍旅|冒险|冒險|西部|动作|動作|action|adventure|war/iu,
    ['ridges', 'dunes', 'road', 'pines', 'duel', 'ship'],
  ],
  [/都市|职场|職場|商战|商戰|urban/iu, ['city', 'road', 'profile', 'crowd', 'bus', 'room']],
  [/喜剧|喜劇|搞笑|comedy/iu, ['tiles', 'summer', 'train', 'cinema', 'cat', 'market']],
]

/** Kinds for titles without a known genre. */
const general: readonly Kind[] = [
  'ridges',
  'city',
  'sea',
  'shaft',
  'profile',
  'corridor',
  'road',
  'tiles',
  'character',
  'alley',
  'train',
  'moon-gate',
  'face',
  'room',
  'stairs',
  'bridge',
  'crowd',
  'clock',
  'lighthouse',
]

/** Palettes that suit a kind. */
const palettesByKind: Readonly<Record<Kind, readonly PaletteName[]>> = {
  ridges: ['ember', 'porcelain', 'dawn', 'jade', 'snow', 'rose', 'ochre'],
  city: ['ember', 'rose', 'sodium', 'wine', 'cinder', 'porcelain'],
  sea: ['sodium', 'ember', 'dawn', 'snow', 'rose', 'jade', 'porcelain'],
  shaft: ['ember', 'steel', 'sodium', 'cinder', 'jade', 'wine'],
  eclipse: ['ember', 'wine', 'vermilion', 'steel', 'sodium', 'ochre'],
  profile: ['jade', 'rose', 'dawn', 'porcelain', 'ember', 'moss'],
  corridor: ['wine', 'rose', 'jade', 'steel', 'moss', 'vermilion'],
  'moon-gate': ['ochre', 'jade', 'dawn', 'porcelain', 'sodium', 'moss'],
  road: ['dawn', 'sodium', 'ember', 'moss', 'rose', 'steel'],
  tiles: ['vermilion', 'cinder', 'paper', 'ember', 'jade', 'sodium', 'summer'],
  character: ['rose', 'vermilion', 'porcelain', 'jade', 'ochre', 'dawn', 'wine'],
  dunes: ['ember', 'ochre', 'rose', 'sodium', 'moss', 'dawn'],
  pines: ['snow', 'porcelain', 'dawn', 'paper', 'summer', 'jade'],
  eaves: ['porcelain', 'ember', 'jade', 'steel', 'ochre', 'wine'],
  stadium: ['porcelain', 'cinder', 'steel', 'sodium', 'jade'],
  deep: ['porcelain', 'steel', 'jade', 'summer', 'sodium'],
  alley: ['steel', 'sodium', 'jade', 'wine', 'porcelain'],
  planet: ['vermilion', 'ochre', 'steel', 'ember', 'porcelain', 'wine'],
  stage: ['wine', 'steel', 'vermilion', 'porcelain', 'ember'],
  studio: ['steel', 'porcelain', 'jade', 'snow', 'cinder'],
  table: ['moss', 'ochre', 'jade', 'porcelain', 'wine', 'cinder'],
  summer: ['summer', 'porcelain', 'dawn', 'jade', 'rose'],
  train: ['rose', 'dawn', 'ember', 'jade', 'porcelain', 'sodium'],
  face: ['ember', 'porcelain', 'rose', 'jade', 'wine', 'sodium', 'ochre'],
  ancient: ['ochre', 'porcelain', 'vermilion', 'jade', 'ember'],
  pair: ['rose', 'porcelain', 'ember', 'steel', 'wine'],
  crowd: ['ember', 'steel', 'porcelain', 'wine', 'ochre'],
  umbrellas: ['steel', 'porcelain', 'cinder', 'wine', 'jade'],
  letter: ['ember', 'porcelain', 'wine', 'jade', 'sodium'],
  hands: ['ember', 'porcelain', 'rose', 'steel'],
  duel: ['porcelain', 'vermilion', 'ember', 'jade', 'ochre'],
  bus: ['sodium', 'steel', 'wine', 'porcelain'],
  teapot: ['ochre', 'jade', 'moss', 'porcelain', 'ember'],
  desk: ['sodium', 'steel', 'ember', 'porcelain'],
  clock: ['ochre', 'steel', 'porcelain', 'ember'],
  keys: ['wine', 'steel', 'ochre', 'jade'],
  microphone: ['wine', 'steel', 'ember', 'porcelain', 'vermilion'],
  cranes: ['rose', 'porcelain', 'dawn', 'ember'],
  hoop: ['steel', 'sodium', 'porcelain', 'ember'],
  cat: ['porcelain', 'rose', 'jade', 'sodium', 'wine'],
  jellyfish: ['porcelain', 'steel', 'wine', 'jade'],
  ship: ['dawn', 'steel', 'ember', 'porcelain'],
  room: ['rose', 'dawn', 'ochre', 'porcelain', 'jade'],
  stairs: ['ochre', 'steel', 'wine', 'porcelain', 'jade'],
  lighthouse: ['porcelain', 'steel', 'rose', 'sodium', 'ember'],
  bridge: ['jade', 'dawn', 'rose', 'porcelain', 'ochre'],
  bamboo: ['jade', 'moss', 'porcelain', 'ochre'],
  terraces: ['dawn', 'jade', 'ochre', 'rose', 'moss'],
  cinema: ['wine', 'steel', 'ember', 'porcelain'],
  market: ['sodium', 'ember', 'wine', 'porcelain'],
  jetty: ['dawn', 'rose', 'ember', 'porcelain', 'summer'],
  launch: ['porcelain', 'vermilion', 'steel', 'ember', 'rose'],
  salt: ['ember', 'dawn', 'rose', 'ochre', 'porcelain'],
  court: ['sodium', 'steel', 'porcelain', 'ember'],
  ferry: ['sodium', 'rose', 'steel', 'ember', 'porcelain'],
}

function kindsFor(genres: readonly string[]): readonly Kind[] {
  for (const genre of genres) {
    const match = kindsByGenre.find(([words]) => words.test(genre))
    if (match !== undefined) return match[1]
  }
  return general
}

/** Chooses by genre first, then by seed. Genres are sorted by weight; the first known one decides. */
export function chooseKind(genres: readonly string[], seed: string): Kind {
  return createRandom(`kind ${seed}`).pick(kindsFor(genres))
}

export function choosePalette(kind: Kind, seed: string): PaletteName {
  return createRandom(`palette ${seed}`).pick(palettesByKind[kind])
}

function after<T>(items: readonly T[], item: T, suits: (candidate: T) => boolean): T | undefined {
  const start = items.indexOf(item)
  return [...items.slice(start + 1), ...items.slice(0, Math.max(0, start))].find(suits)
}

/**
 * Chooses kinds and palettes for neighbouring titles: no two neighbours share a kind, and their palettes differ in
 * temperature if the kind allows it. On a conflict the next candidate is used.
 */
export function chooseRow(
  titles: readonly { genres: readonly string[]; seed: string }[],
): { kind: Kind; palette: PaletteName }[] {
  const row: { kind: Kind; palette: PaletteName }[] = []
  for (const title of titles) {
    const before = row.at(-1)
    const free = (candidate: Kind): boolean => candidate !== before?.kind
    let kind = chooseKind(title.genres, title.seed)
    if (!free(kind)) kind = after(kindsFor(title.genres), kind, free) ?? after(kinds, kind, free) ?? kind
    let palette = choosePalette(kind, title.seed)
    const differs = (candidate: PaletteName): boolean =>
      before === undefined || palettes[candidate].temperature !== palettes[before.palette].temperature
    if (!differs(palette)) palette = after(palettesByKind[kind], palette, differs) ?? palette
    row.push({ kind, palette })
  }
  return row
}
