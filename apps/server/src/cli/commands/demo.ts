import { Command } from 'commander'
import type { Demo } from '../../domains/demo/index.ts'
import { createStationRunner } from '../station-runner.ts'
import type { CommandContext } from '../command-context.ts'

/** `demo remove` and `demo add`: removes or adds the demonstration programme. */
export function demoCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = createStationRunner(context, onCode)
  const run = (act: (demo: Demo) => Promise<string>): Promise<void> =>
    at(async ({ station }) => {
      context.print(await act(station.demo))
    })
  const remove = new Command('remove').description('移除演示片单，别的都不动；以后也不会再出现').action(() =>
    run(async (demo) => {
      const titles = await demo.remove()
      return titles > 0 ? `演示片单已移除，共 ${titles} 部。` : '本站没有演示片单。'
    }),
  )
  const add = new Command('add')
    .description('放上演示片单；短片由运行中的站点在后台制作')
    .action(() => run(async (demo) => ((await demo.add()) ? '演示片单已放上。' : '演示片单已经在了。')))
  return new Command('demo').description('演示片单').addCommand(remove).addCommand(add)
}
