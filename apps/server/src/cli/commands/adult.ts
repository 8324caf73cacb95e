import { Command } from 'commander'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, printCorrected } from '../correction-output.ts'
import { parseId } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

/** `adult list|set|clear`: titles that are absent in minors' mode. */
export function adultCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('adult')
    .description('未成年人模式里看不到的影片')
    .addCommand(listCommand(run, context))
    .addCommand(markCommand(run, context, { name: 'set', help: '标为不适合未成年人', adult: true }))
    .addCommand(markCommand(run, context, { name: 'clear', help: '去掉这个标记', adult: false }))
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list').description('列出标过的影片').action(() =>
    run(async ({ station }) => {
      const titles = await station.catalog.writer.adultTitles()
      if (titles.length === 0) print('还没有标为不适合未成年人的影片。')
      for (const { id, name } of titles) print(`${String(id).padEnd(8)}${name}`)
    }),
  )
}

function markCommand(
  run: StationRunner,
  { print }: CommandContext,
  { name, help, adult }: { name: string; help: string; adult: boolean },
): Command {
  return new Command(name)
    .description(help)
    .argument('<影片>', '影片编号，在网址 /details/分类/编号 里')
    .action((text: string) =>
      run(async ({ station }) => {
        const id = parseId(text, '影片')
        const { titles } = station.catalog.corrections
        const title = (await titles.show(id))?.columns['name']
        if (typeof title !== 'string') throw new UsageError(`没有编号为“${text}”的影片。`)
        const done = await titles.markAdult(commandLineActor, id, adult)
        return printCorrected(print, done, () =>
          adult ? `“${title}”在未成年人模式里看不到了。` : `“${title}”所有人都能看了。`,
        )
      }),
    )
}
