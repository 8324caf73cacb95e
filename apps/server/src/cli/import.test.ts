import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { titlesChanged } from '../domains/catalog/index.ts'
import { openPlatform } from '../platform/open-platform.ts'
import { createLogger } from '../platform/process/logger.ts'
import { createStation } from '../station.ts'
import { bareEnv } from '../testing/bare-env.ts'
import { createCommandLine } from '../testing/command-line.ts'
import { makeFile, makeMedia } from '../testing/make-media.ts'
import { openFolder } from '../testing/open-folder.ts'
import { runCommand } from '../testing/run-command.ts'

const main = join(import.meta.dirname, 'main.ts')
const { folder, env, yunmu } = await createCommandLine()

interface ImportOutput {
  event: string
  [field: string]: unknown
}

const output = (lines: string): ImportOutput[] =>
  lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
const of = (all: readonly ImportOutput[], event: string): ImportOutput[] => all.filter((each) => each.event === event)

/** An import in its own process, which can be killed. */
class Run {
  readonly output: ImportOutput[] = []
  readonly child: ChildProcess
  readonly ended: Promise<unknown[]>

  constructor(...args: readonly string[]) {
    this.child = spawn(process.execPath, [main, 'import', ...args], {
      env: { ...bareEnv(), ...env, INIT_CWD: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.ended = once(this.child, 'close')
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on('line', (line) => this.output.push(JSON.parse(line)))
  }

  async code(): Promise<unknown> {
    const [code, signal] = await this.ended
    return code ?? signal
  }
}

const isSecondChunk = (file: string): boolean => file.endsWith('-0001.mp4')

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('wrong use exits with code 2 and one plain sentence, before a database is started', async () => {
  const empty = openFolder()
  const uses = [
    [[], '缺少参数：文件夹'],
    [['a', 'b'], '参数太多'],
    [['没有'], '找不到文件夹'],
    [['.', '--nope'], '没有这个选项：--nope'],
    [['.', '--type', 'x'], '选项的值不对：--type <分类> x'],
    [['.', '--type'], '选项缺少值：--type <分类>'],
  ] as const
  for (const [args, sentence] of uses) {
    const { code, stderr } = await runCommand({
      args: ['import', ...args],
      folder: empty,
      env: { YUNMU_DATA: join(empty, 'data') },
    })
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
  }
  expect(readdirSync(empty)).toEqual([])
})

test('usage is explained in Chinese, and an unknown word is quoted', async () => {
  const uses = [
    [['demo'], 2, '缺少命令'],
    [['demo', 'ad'], 2, '没有这个命令：ad'],
    [['inport', '.'], 2, '没有这个命令：inport'],
    [['inport', '--help'], 2, '没有这个命令：inport'],
    [['demo', 'ad', '-h'], 2, '没有这个命令：ad'],
    [['demo', '--help'], 0, '用法：'],
    [['--help'], 0, '用法：'],
    [['import', '-h'], 0, '用法：'],
    [[], 2, '  demo  '],
  ] as const
  for (const [args, wanted, words] of uses) {
    const { code, stdout, stderr } = await yunmu(...args)
    expect(code, args.join(' ')).toBe(wanted)
    expect(code === 0 ? stdout : stderr).toContain(words)
    // Command names, and words quoted from the command line, are not translated.
    const all = (stdout + stderr)
      .replaceAll(/^ {2}[a-z-]+/gm, '')
      .replaceAll(/\b(?:yunmu|import|inport|export|demo|ad|JSON Lines)\b/g, '')
    expect(all.replaceAll(/--\w+|-h|[A-Z_]{2,}/g, '')).not.toMatch(/[a-z]{2}/i)
  }
})

test('a killed import resumes, an interrupted one prints that it can be resumed, and both work beside a running station', async () => {
  const films = join(folder, '影片')
  const video = ['-c:v', 'mpeg4', '-q:v', '2']
  await makeMedia(films, { name: '长片 (2024).avi', sec: 32, width: 640, height: 360, video })

  const killed = new Run('影片', '--json')
  await until(() => of(killed.output, 'progress').length > 0)
  await until(() => readdirSync(env.YUNMU_DATA, { recursive: true, encoding: 'utf8' }).some(isSecondChunk))
  killed.child.kill('SIGKILL')
  await killed.ended

  const ended = new Run('影片', '--json')
  await until(() => of(ended.output, 'progress').length > 0)
  ended.child.kill('SIGINT')
  expect(await ended.code()).toBe(130)
  expect(of(ended.output, 'end')).toMatchObject([{ imported: 0, stopped: true }])

  const resumed = await yunmu('import', '影片', '--json')
  expect(resumed).toMatchObject({ code: 0, stderr: '' })
  const [imported] = of(output(resumed.stdout), 'imported')
  expect(imported).toMatchObject({ file: '长片 (2024).avi', title: '长片', way: 'encoded' })
  expect(Number(imported?.resumedChunks)).toBeGreaterThan(0)

  const platform = await openPlatform({
    config: readConfig(env, '/'),
    log: createLogger({ level: 'silent' }),
    print: () => undefined,
  })
  try {
    const received: (number[] | undefined)[] = []
    platform.events.on(titlesChanged, (detail) => received.push(detail?.ids))
    const { catalog } = createStation(platform)
    await makeMedia(films, { name: '新片 (2025).mp4', sec: 1 })
    makeFile(films, '坏.mp4', 'x')
    const beside = await yunmu('import', '影片', '--json')
    expect(beside.code).toBe(1)
    expect(of(output(beside.stdout), 'end')).toMatchObject([{ imported: 1, unchanged: 1, failed: 1 }])
    await until(() => received.length >= 1)
    const cards = await catalog.titles.cards(
      [...new Set(received.flatMap((ids) => ids ?? []))],
      Math.floor(Date.now() / 1000),
    )
    expect(cards).toMatchObject([
      { name: '新片', img: expect.stringMatching(/^\/media\/pictures\/\d+-1-poster-[0-9a-f]{20}\.webp$/) },
    ])
  } finally {
    await platform.close()
  }
}, 300_000)
