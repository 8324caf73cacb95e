import { Command } from 'commander'
import type { Station } from '../../station.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, printCorrected } from '../correction-output.ts'
import { parseId, parseNumber } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'

type Corrections = Station['live']['corrections']

const channelHelp = '频道编号，用 channels find 查'
const lineHelp = '第几条线路，用 channels show 看'

/** `channels line add|remove|disable|enable|order`: the lines of a channel. */
export function channelLineCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('line')
    .description('频道的线路；改过以后列表不再改动它们，解锁用 channels unlock <频道> 线路')
    .addCommand(addCommand(run, context))
    .addCommand(oneLineCommand(run, context, 'remove'))
    .addCommand(oneLineCommand(run, context, 'disable'))
    .addCommand(oneLineCommand(run, context, 'enable'))
    .addCommand(orderCommand(run, context))
}

/** @throws UsageError */
function parseLine(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(`没有第“${text}”条线路。`)
  return Number(text)
}

function addCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('add')
    .description('加一条线路，或给一条线路加一个备用地址')
    .argument('<频道>', channelHelp)
    .argument('<地址>')
    .option('--name <名称>', '线路的名称，不写则为线路几')
    .option('--line <第几条>', '作为这条线路的备用地址', parseNumber)
    .action((channel: string, address: string, { name = '', line }: { name?: string; line?: number }) => {
      const id = parseId(channel, '频道')
      if ([...name].length > 20) throw new UsageError('线路的名称最多 20 个字。')
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.live.corrections.addLine(commandLineActor, id, { address, name, line: line ?? null }),
          () => (line === undefined ? '已加一条线路。' : `已加到线路 ${line}。`),
        ),
      )
    })
}

const oneLineActs = {
  remove: { description: '去掉一条线路', done: '已去掉', act: (to: Corrections) => to.removeLine },
  disable: {
    description: '停用一条线路，录像留着',
    done: '已停用',
    act:
      (to: Corrections): Corrections['removeLine'] =>
      (actor, id, line) =>
        to.enableLine(actor, id, line, false),
  },
  enable: {
    description: '重新启用一条线路',
    done: '已启用',
    act:
      (to: Corrections): Corrections['removeLine'] =>
      (actor, id, line) =>
        to.enableLine(actor, id, line, true),
  },
} as const

function oneLineCommand(run: StationRunner, { print }: CommandContext, name: keyof typeof oneLineActs): Command {
  const { description, done, act } = oneLineActs[name]
  return new Command(name)
    .description(description)
    .argument('<频道>', channelHelp)
    .argument('<线路>', lineHelp)
    .action((channel: string, text: string) => {
      const [id, line] = [parseId(channel, '频道'), parseLine(text)]
      return run(async ({ station }) =>
        printCorrected(
          print,
          await act(station.live.corrections)(commandLineActor, id, line),
          () => `${done}线路 ${line}。`,
        ),
      )
    })
}

function orderCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('order')
    .description('改线路的先后，所有线路各写一次；不改则按探测和观众的反馈选')
    .argument('<频道>', channelHelp)
    .argument('<线路...>', '新的先后，如 2 1 3')
    .action((channel: string, texts: string[]) => {
      const [id, lines] = [parseId(channel, '频道'), texts.map(parseLine)]
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.live.corrections.orderLines(commandLineActor, id, lines),
          () => '线路的先后已改。',
        ),
      )
    })
}
