import { Command } from 'commander'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, parseLine, printCorrected } from '../correction-output.ts'
import { createStationRunner } from '../station-runner.ts'

const maxName = 80

/** `people rename|merge`: corrections of names in all titles. */
export function peopleCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  const rename = (name: string, about: string, first: string, second: string): Command =>
    new Command(name)
      .description(about)
      .argument(`<${first}>`)
      .argument(`<${second}>`)
      .option('--no-lock', '不锁定导演和演员')
      .action((fromText: string, toText: string, { lock }: { lock: boolean }) => {
        const [from, to] = [parseLine(fromText, first, maxName), parseLine(toText, second, maxName)]
        if (from === to) throw new UsageError('两个名字是一样的。')
        return run(async ({ station }) =>
          printCorrected(
            context.print,
            await station.catalog.corrections.site.renamePerson(commandLineActor, from, to, lock),
            ({ titles }) => `${titles} 部影片里的“${from}”改成了“${to}”${lock ? '，改过的字段已锁定' : ''}。`,
          ),
        )
      })
  return new Command('people')
    .description('人物：在所有影片里改名、合并')
    .addCommand(rename('rename', '给导演、演员改名', '名字', '新名字'))
    .addCommand(rename('merge', '把一个人的两种写法并成一个', '写错的', '留下的'))
}
