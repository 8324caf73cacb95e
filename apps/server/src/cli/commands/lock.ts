import { playPasswordBounds, type CommentKind } from '@yunmu/contract'
import { Command } from 'commander'
import type { LockedPart } from '../../domains/locks/index.ts'
import type { SubjectRef } from '../../platform/subjects.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { parseId } from '../operator-input.ts'
import { promptPassword } from '../prompt-password.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

const kindNames: Readonly<Record<CommentKind, string>> = { vod: '影片', live: '频道', match: '比赛' }
const lineHelp = '只管一条线路：写它的名字，或者它是第几条'

/** Whether there is such a title or channel, also one that only a match shows. */
const isPlayable = async ({ station: { subjects, live } }: OpenStation, subject: SubjectRef): Promise<boolean> =>
  (await subjects.isVisible(subject)) || (subject.kind === 'live' && (await live.lineup()).playable.has(subject.id))

interface LineOption {
  line?: string
}

/** `lock list|set|clear`: passwords of titles, channels, sources and lines. */
export function lockCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('lock')
    .description('观看密码：知道密码的人才能看的影片、频道和线路')
    .addCommand(listCommand(run, context))
    .addCommand(setCommand(run, context))
    .addCommand(clearCommand(run, context))
}

/** Parses `12`, `vod:12` or `live:7`. */
function parseSubject(text: string): SubjectRef {
  if (text.startsWith('match:'))
    throw new UsageError('比赛没有自己的密码：给播它的频道设密码（live:频道编号），比赛也要输入它才能看。')
  const [, kindText = 'vod', id] = /^(?:(vod|live):)?(\d{1,10})$/.exec(text) ?? []
  if (id === undefined) throw new UsageError(`看不懂“${text}”，要写影片编号（如 12），或 live:频道编号。`)
  const kind = kindText === 'live' ? 'live' : 'vod'
  return { kind, id: parseId(id, kindNames[kind]) }
}

/** A part as the operator names it, with the name to show. */
interface NamedPart {
  part: LockedPart
  name: string
}

interface KnownSubject {
  /** Null if there is none that visitors see. */
  name: string | null
  lines: readonly { line: number; name: string }[]
}

/** A title or channel as the operator reads of it, also a channel that only a match shows. */
async function describe({ station: { subjects, live } }: OpenStation, subject: SubjectRef): Promise<KnownSubject> {
  const known = (await subjects.findVisible(subject.kind, [subject.id])).get(subject.id)
  const channel = subject.kind === 'live' ? (await live.lineup()).playable.get(subject.id) : undefined
  if (!known && channel) return { name: `${channel.name}（比赛 ${channel.matchId} 的直播）`, lines: channel.streams }
  return { name: known?.name ?? null, lines: await subjects.linesOf(subject) }
}

/** @throws UsageError if the subject has no such line */
async function findPart(open: OpenStation, subject: SubjectRef, line: string | undefined): Promise<NamedPart> {
  const { name: known, lines } = await describe(open, subject)
  const name = known === null ? `编号为“${subject.id}”的${kindNames[subject.kind]}` : `“${known}”`
  if (line === undefined) return { part: { ...subject, line: 0 }, name }
  const found = lines.find((one) => one.name === line) ?? lines.find((_, at) => String(at + 1) === line)
  if (!found) throw new UsageError(`${name}没有线路“${line}”。`)
  return { part: { ...subject, line: found.line }, name: `${name}的线路“${found.name}”` }
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list').description('列出有观看密码的影片、频道和线路').action(() =>
    run(async (open) => {
      const locks = await open.station.locks.manager.list()
      if (locks.length === 0) print('还没有设观看密码。')
      for (const { kind, id, line } of locks) {
        const { name, lines } = await describe(open, { kind, id })
        const lineName = line === 0 ? '全部' : `线路 ${lines.find((one) => one.line === line)?.name ?? '已不在'}`
        print(`${kind === 'vod' ? '' : `${kind}:`}${id}  ${name ?? '没有上架'}  ${lineName}`)
      }
      return undefined
    }),
  )
}

function setCommand(run: StationRunner, { terminal, print }: CommandContext): Command {
  return new Command('set')
    .description('设或换观看密码，换了以后要重新输入；密码在终端里输入，或从标准输入读一行')
    .argument('<影片或频道>', '影片编号（如 12），或 live:频道编号')
    .option('--line <线路>', lineHelp)
    .action(async (text: string, { line }: LineOption) => {
      const subject = parseSubject(text)
      const password = await promptPassword(terminal)
      await run(async (open) => {
        const { part, name } = await findPart(open, subject, line)
        if (!(await isPlayable(open, subject))) throw new UsageError(`没有${name}，或者它没有上架。`)
        if (!(await open.station.locks.manager.set(part, password)))
          throw new UsageError(`密码要 ${playPasswordBounds.min} 到 ${playPasswordBounds.max} 个字，前后不能有空格。`)
        print(`${name}现在要输入密码才能看。`)
        return undefined
      })
    })
}

function clearCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('clear')
    .description('去掉观看密码')
    .argument('<影片或频道>', '影片编号（如 12），或 live:频道编号')
    .option('--line <线路>', lineHelp)
    .action((text: string, { line }: LineOption) =>
      run(async (open) => {
        const { part, name } = await findPart(open, parseSubject(text), line)
        if (!(await open.station.locks.manager.clear(part))) throw new UsageError(`${name}没有设观看密码。`)
        print(`${name}不再要密码。`)
        return undefined
      }),
    )
}
