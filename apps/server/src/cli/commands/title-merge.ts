import { Command } from 'commander'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, correctedOrThrow, undoHint } from '../correction-output.ts'
import { parseId, parseNumber } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'

const titleHelp = '影片编号，用 title find 查'

/** `title merge`: two titles become one. */
export function mergeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('merge')
    .description('把一部影片并入另一部：线路、剧集、收藏、追剧、历史、评论、弹幕和评分都过去，旧网址跳到新的')
    .argument('<影片>', `要并入的，${titleHelp}`)
    .argument('<另一部>', '留下的那一部')
    .action((text: string, intoText: string) => {
      const [id, into] = [parseId(text, '影片'), parseId(intoText, '影片')]
      return run(async ({ station }) => {
        const { titles } = station.catalog.corrections
        const done = correctedOrThrow(await titles.merge(commandLineActor, id, into))
        print(`“${(await titles.show(id))?.name ?? text}”已并入“${(await titles.show(into))?.name ?? intoText}”。`)
        print(undoHint(done))
        return undefined
      })
    })
}

interface SplitOptions {
  source?: string[]
  levels?: string
  name?: string
  season?: number
}

/** @throws UsageError */
function parseLevels(text: string): { first: number; last: number } {
  const [, from = '', to = from] = /^(\d{1,5})(?:[-~到](\d{1,5}))?$/.exec(text.trim()) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (from === '' || first > last) throw new UsageError(`看不懂“${text}”，集数要写成 13-24。`)
  return { first, last }
}

/** `title split`: a part of a title becomes a title of its own. */
export function splitCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('split')
    .description('把一部影片的几条线路或一段集数拆成新的影片；评论、收藏和历史留在原来那部')
    .argument('<影片>', titleHelp)
    .option('--source <线路...>', '拆出这些线路')
    .option('--levels <集数>', '拆出这一段，如 13-24')
    .option('--name <片名>', '新影片的片名，不写则同名')
    .option('--season <季>', '新影片是第几季', parseNumber)
    .action((text: string, { source, levels: levelsText, name: nameText, season }: SplitOptions) => {
      const id = parseId(text, '影片')
      if (source === undefined && levelsText === undefined)
        throw new UsageError('要用 --source 或 --levels 写明拆出什么。')
      const name = nameText?.trim()
      if (name !== undefined && (name === '' || [...name].length > 100)) throw new UsageError('片名要 1 到 100 个字。')
      const choice = {
        ...(source === undefined ? {} : { sources: source }),
        ...(levelsText === undefined ? {} : { levels: parseLevels(levelsText) }),
        name,
        season,
      }
      return run(async ({ station }) => {
        const { titles } = station.catalog.corrections
        const done = correctedOrThrow(await titles.split(commandLineActor, id, choice))
        print(`已拆成新的影片，编号 ${done.titleId}：“${(await titles.show(done.titleId))?.name ?? ''}”。`)
        print(undoHint(done))
        return undefined
      })
    })
}
