import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMediaName } from './index.ts'

/**
 * Lines of the tables: `# kind of names`, `@ title | other name`, and `marks | path`. Marks: `film`, `s1e2`, `e3-4`
 * (two episodes), `e3p1` (a part), `sp2`, `x1` and `t1` (extra, trailer), a year, and `+` where the name has the other
 * name, or `+name`.
 */
interface Row {
  readonly section: string
  readonly expected: string
  readonly path: string
}

function readTable(file: string): Row[] {
  let section = ''
  let heading = ''
  let alias = ''
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .flatMap((line): Row[] => {
      if (line.startsWith('# ')) section = line.slice(2)
      else if (line.startsWith('@ ')) [heading = '', alias = ''] = line.slice(2).split(' | ')
      else if (line !== '') {
        const [marks = '', path = ''] = line.split(/ \| (.*)/u)
        const other = /\+(.*)$/u.exec(marks)
        const names = other === null ? '' : other[1] || alias
        return [{ section, path, expected: [heading, marks.replace(/ ?\+.*$/u, ''), names].join(' | ') }]
      }
      return []
    })
}

/** The parsed name in the notation of the tables. */
function notation(path: string): string {
  const { title, aliases, season, episode, lastEpisode, part, year, kind, number } = readMediaName(path)
  const inSeason = season === null || season === 0 ? '' : `s${season}`
  const inEpisode = episode === null ? '' : `e${episode}${lastEpisode === null ? '' : `-${lastEpisode}`}`
  const inPart = part === null ? '' : `p${part}`
  const mark = {
    film: ['film', inPart].filter(Boolean).join(' '),
    episode: `${inSeason}${inEpisode}${inPart}`,
    special: `sp${episode ?? ''}`,
    extra: `${inSeason}${inEpisode}x${number ?? ''}`,
    trailer: `${inSeason}${inEpisode}t${number ?? ''}`,
  }[kind]
  return [title, [mark, year].filter((each) => each !== null).join(' '), aliases.join('/')].join(' | ')
}

/** Files keep the case of their names, and specials of any season are in season 0. */
const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\| s\d+sp/u, '| sp')

function wrongOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ section, path, expected }) => {
    const parsed = notation(path)
    return comparable(parsed) === comparable(expected)
      ? []
      : [`${section}: ${path}\n  expected ${expected}\n  parsed   ${parsed}`]
  })
}

test.each([
  ['media-names.fixture.txt', 1500],
  ['media-names-held-out.fixture.txt', 150],
])('[M02] at least 97 %% of the names that people give files are parsed right: %s', (file, count) => {
  const rows = readTable(file)
  expect(rows.length).toBeGreaterThanOrEqual(count)
  const wrong = wrongOf(rows)
  expect(
    1 - wrong.length / rows.length,
    `${wrong.length} of ${rows.length}:\n${wrong.join('\n')}`,
  ).toBeGreaterThanOrEqual(0.97)
})
