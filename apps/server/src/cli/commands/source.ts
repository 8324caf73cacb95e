import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { commandLineActor, parseLine, printCorrected } from '../correction-output.ts'
import { parseId } from '../operator-input.ts'
import { createStationRunner } from '../station-runner.ts'

const maxName = 60

/** `source rename|order|delete`: corrections of a title's lines. */
export function sourceCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  const { print } = context
  const rename = new Command('rename')
    .description('给一条线路改名')
    .argument('<影片>', '影片编号')
    .argument('<线路>', '现在的名字')
    .argument('<新名字>')
    .action((text: string, name: string, to: string) => {
      const [id, renamed] = [parseId(text, '影片'), parseLine(to, '线路的名字', maxName)]
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.places.renameSource(commandLineActor, id, name, renamed),
          () => `线路“${name}”现在叫“${renamed}”。`,
        ),
      )
    })
  const order = new Command('order')
    .description('排线路的先后，所有线路都要写上')
    .argument('<影片>', '影片编号')
    .argument('<线路...>', '按新的先后')
    .action((text: string, names: string[]) => {
      const id = parseId(text, '影片')
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.places.orderSources(commandLineActor, id, names),
          () => `线路的先后已改好：${names.join('、')}。`,
        ),
      )
    })
  const remove = new Command('delete')
    .description('删除一条线路和它的所有剧集')
    .argument('<影片>', '影片编号')
    .argument('<线路>', '线路的名字')
    .action((text: string, name: string) => {
      const id = parseId(text, '影片')
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.places.deleteSource(commandLineActor, id, name),
          () => `线路“${name}”已删除。`,
        ),
      )
    })
  return new Command('source')
    .description('影片的线路：改名、排序、删除')
    .addCommand(rename)
    .addCommand(order)
    .addCommand(remove)
}
