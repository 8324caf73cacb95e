import { Command } from 'commander'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import { doubtText } from '../collect-output.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { findSource } from '../find-source.ts'
import { parseId } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'

/** `collect queue` and `collect decide`: titles of which the station is not sure. */
export function collectQueueCommands(run: StationRunner, context: CommandContext): Command[] {
  return [queueCommand(run, context), decideCommand(run, context)]
}

const shownDoubts = 50

function queueCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('queue')
    .description('拿不准是不是同一部的片，等你决定')
    .argument('[名称]', '只看一个采集源')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action((name: string | undefined, { json = false }: { json?: boolean }) =>
      run(async ({ station: { collection } }) => {
        const { manager } = collection
        const source = name === undefined ? null : await findSource(manager, name)
        const doubts = await manager.doubts(source?.id ?? null, json ? 100_000 : shownDoubts + 1)
        if (doubts.length === 0 && !json) print('没有等你决定的。')
        for (const doubt of json ? doubts : doubts.slice(0, shownDoubts))
          print(json ? JSON.stringify(doubt) : doubtText(doubt))
        if (json || doubts.length === 0) return undefined
        if (doubts.length > shownDoubts) print('还有更多，决定了这些再看。')
        print('决定：collect decide <编号> join [影片编号] | new | skip')
        return undefined
      }),
    )
}

function decideCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('decide')
    .description('决定一部拿不准的片')
    .argument('<编号>', '队列里的编号')
    .argument('<决定>', 'join 并入已有的片，new 另建一部，skip 不收')
    .argument('[影片编号]', '并入哪一部；不写则并入最像的')
    .action((text: string, decision: string, titleText: string | undefined) =>
      run(async ({ station: { collection } }) => {
        const { manager } = collection
        const id = parseId(text, '队列')
        const doubt = await manager.doubt(id)
        if (!doubt) throw new UsageError(`队列里没有 ${text}。用 collect queue 看编号。`)
        if (!['join', 'new', 'skip'].includes(decision)) throw new UsageError('决定要写 join、new 或 skip。')
        const titleId = titleText === undefined ? doubt.titles[0]?.id : parseId(titleText, '影片')
        if (decision === 'join' && titleId === undefined) throw new UsageError('写上并入哪一部影片的编号。')
        const result = await manager.decide(
          id,
          decision === 'new'
            ? { kind: 'new' }
            : decision === 'skip'
              ? { kind: 'refuse' }
              : { kind: 'join', titleId: titleId ?? 0 },
        )
        if (result === 'busy') throw new StartRefusal('这个源正在采集。等它完成再决定。')
        if (result === null || (decision !== 'skip' && result.titleId === null))
          throw new UsageError(`没有编号为“${titleText ?? ''}”的影片。`)
        if (decision === 'skip') print(`“${doubt.vod.name}”不收了。`)
        else print(`“${doubt.vod.name}”${decision === 'new' ? '另建了一部' : '并入了'}，编号 ${result.titleId ?? ''}。`)
        return undefined
      }),
    )
}
