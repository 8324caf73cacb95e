import type { DemoTitle } from './demo-title.ts'

/** How the viewers of a title write. */
export type Voice =
  | 'suspense'
  | 'horror'
  | 'costume'
  | 'family'
  | 'romance'
  | 'scifi'
  | 'adventure'
  | 'documentary'
  | 'food'
  | 'variety'
  | 'animation'
  | 'sport'
  | 'short'

const byCategory: Readonly<Record<number, Voice>> = {
  3: 'variety',
  4: 'animation',
  5: 'documentary',
  6: 'short',
  7: 'sport',
}

/** By genre; the first genre of a title that is found decides. */
const byGenre: readonly (readonly [RegExp, Voice])[] = [
  [/惊悚|恐怖/u, 'horror'],
  [/悬疑|刑侦|谍战|犯罪|推理/u, 'suspense'],
  [/古装|武侠|仙侠|历史/u, 'costume'],
  [/科幻|灾难/u, 'scifi'],
  [/爱情|青春/u, 'romance'],
  [/冒险|战争|动作|西部/u, 'adventure'],
  [/美食/u, 'food'],
  [/体育|运动/u, 'sport'],
  [/家庭|年代|剧情|都市|文艺/u, 'family'],
]

/** The voice of a title: films and series by genre, other titles by category. */
export function voiceOf({ typeId, genres }: Pick<DemoTitle, 'typeId' | 'genres'>): Voice {
  const byGenreOf = (genre: string): Voice | undefined => byGenre.find(([words]) => words.test(genre))?.[1]
  if (genres.includes('美食')) return 'food'
  const own = byCategory[Math.floor(typeId / 10)]
  return own ?? genres.map(byGenreOf).find((voice) => voice !== undefined) ?? 'family'
}

/** What viewers call the roles of a title: `刑警老顾` is 老顾. Of shows without roles, the people. */
export function calledNames({ cast = {}, crew = {}, typeId }: Pick<DemoTitle, 'cast' | 'crew' | 'typeId'>): string[] {
  const roles = Object.values(cast).flatMap((role) => {
    const short = /[老小阿][\p{Script=Han}]$|[\p{Script=Han}](?:姨|叔|爷|婆|哥|姐)$/u.exec(role)?.[0]
    if (short !== undefined && [...role].length > 3) return [short]
    return [...role].length <= 3 && !/的|旁白|解说/u.test(role) ? [role] : []
  })
  if (roles.length > 0) return [...new Set(roles)]
  return Math.floor(typeId / 10) === 3 ? Object.keys({ ...cast, ...crew }) : []
}
