import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'
import { openTitleWriter } from '../testing/title-writer.ts'
import { aTitle } from '../testing/titles.ts'

const station = await createCommandLine()
const { database, folder, env } = station

/** The tasks of docs/operator-day.md with the arguments of their commands. */
const tasks = readFileSync(join(import.meta.dirname, '../../../../docs/operator-day.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, task, command] = /^\| (.+?) +\| `(.+)` +\|$/.exec(line) ?? []
    return task && command ? [{ task, args: command.split(' ') }] : []
  })

/** What the table writes for ids that only the station knows. */
async function idOf(arg: string, films: readonly number[]): Promise<string> {
  const film = films[['12', '34', '56'].indexOf(arg)]
  if (film !== undefined) return String(film)
  if (arg !== '345') return arg
  const { rows } = await database.pool.query<{ id: number }>('select max(id)::int as id from audit_entry')
  return String(rows[0]?.id)
}

test('fifty tasks of an operator are done by one command each, without SQL', async () => {
  expect(tasks).toHaveLength(50)
  expect(new Set(tasks.map(({ args }) => args.join(' '))).size).toBe(50)
  const { writer } = openTitleWriter(database)
  const films: number[] = []
  for (const name of ['雾港来信', '长街', '长街（重复）']) {
    const episodes = [1, 2].map((level) => ({ source: '云播', level, name: '' }))
    const draft = aTitle({
      name,
      year: 2024,
      actors: [{ name: '张三', role: '' }],
      episodes,
    })
    films.push((await writer.saveTitle(draft, 1)).id)
  }
  const picture = sharp({ create: { width: 600, height: 900, channels: 3, background: '#335577' } })
  writeFileSync(join(folder, 'poster.png'), await picture.png().toBuffer())
  const channels = ['东岸台', '西岸台'].map(
    (name, at) => `#EXTINF:-1 group-title="地方",${name}\nhttps://${at}.example/a.m3u8\n`,
  )
  writeFileSync(join(folder, 'list.m3u'), `#EXTM3U\n${channels.join('')}`)
  await runCommand({ args: ['user', 'add', 'lin'], env, folder, input: 'Geheim-2026\n' })
  for (const { task, args } of tasks) {
    const own = await Promise.all(args.map((arg) => idOf(arg, films)))
    const { code, stderr } = await runCommand({ args: own, env, folder, input: 'Geheim-2026\n' })
    expect({ task, command: own.join(' '), code, refusal: code === 0 ? '' : stderr }).toMatchObject({ code: 0 })
  }
}, 600_000)
