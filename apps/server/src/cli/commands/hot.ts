import { Command } from 'commander'
import type { Search } from '../../domains/search/index.ts'
import { createStationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'

/** `hot list|block|allow`: words excluded from the hot keywords. */
export function hotCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = createStationRunner(context, onCode)
  const run = (work: (hot: Search['hot']) => Promise<undefined>): Promise<void> =>
    at(({ station }) => work(station.search.hot))
  const { print } = context
  return new Command('hot')
    .description('不上热搜的词')
    .addCommand(
      new Command('list').description('列出不上热搜的词').action(() =>
        run(async (hot) => {
          const words = await hot.blocked()
          print(words.length === 0 ? '没有不上热搜的词。' : words.join('\n'))
        }),
      ),
    )
    .addCommand(
      new Command('block')
        .description('让一个词不上热搜，简繁体一样对待')
        .argument('<词>')
        .action((word: string) =>
          run(async (hot) => {
            if (word.trim() === '') throw new UsageError('要写出一个词。')
            await hot.block(word)
            print(`“${word}”不再上热搜。`)
          }),
        ),
    )
    .addCommand(
      new Command('allow')
        .description('让一个词可以再上热搜')
        .argument('<词>')
        .action((word: string) =>
          run(async (hot) => {
            if (!(await hot.allow(word))) throw new UsageError(`“${word}”没有被限制。`)
            print(`“${word}”可以再上热搜。`)
          }),
        ),
    )
}
