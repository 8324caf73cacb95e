import { Command } from 'commander'
import { UsageError, type CommandContext } from '../command-context.ts'
import { reportLines } from '../migration-output.ts'
import { jellyfinCommand, xcCommand } from './migrate-servers.ts'
import { runMigration } from './migrate-run.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

interface MaccmsOptions {
  prefix: string
  dryRun?: boolean
  anotherSite?: boolean
  idKey?: string
  idLength: string
  site?: string
  batch: string
}

/** `migrate maccms|jellyfin|xc|report`: takes the content of a station of another program. */
export function migrateCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('migrate')
    .description('从别的程序搬来：影片、频道、用户、收藏、评论，旧网址自动跳转')
    .addCommand(maccmsCommand(run, context))
    .addCommand(jellyfinCommand(run, context))
    .addCommand(xcCommand(run, context))
    .addCommand(reportCommand(run, context))
}

const maxBatch = 500

function maccmsCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('maccms')
    .description('从苹果 CMS（MacCMS 10）搬来；可以反复运行，只搬新的和变了的')
    .argument('<来源>', '数据库 mysql://用户:密码@主机/库名，或 mysqldump 导出的 .sql、.sql.gz 文件')
    .option('--prefix <前缀>', '表前缀', 'mac_')
    .option('--dry-run', '只清点，什么也不写')
    .option('--another-site', '以前搬过另一个站，把这个站也搬来')
    .option('--id-key <密钥>', '旧站网址里的编号是加密的，而且改过密钥：后台 URL 设置里的加密密钥')
    .option('--id-length <位数>', '同上：加密位数，和 --id-key 一起写', '6')
    .option('--site <网址>', '旧站的网址，如 https://old.example/：海报和头像没写主机时到这里取')
    .option('--batch <条数>', `每批多少条，最多 ${maxBatch}`, '200')
    .action((from: string, options: MaccmsOptions) => {
      const { prefix, dryRun = false, anotherSite = false, idKey, idLength, site, batch } = options
      const batchSize = Number(batch)
      if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > maxBatch)
        throw new UsageError(`每批条数要写 1 到 ${maxBatch} 之间的整数。`)
      if (site !== undefined && !/^https?:\/\/[^/]+/i.test(site))
        throw new UsageError('旧站的网址要写成 https://old.example/。')
      if (!/^[0-9]$/.test(idLength)) throw new UsageError('加密位数要写 0 到 9 之间的整数。')
      if (!/^\w{0,32}$/.test(prefix)) throw new UsageError('表前缀只能有字母、数字和下划线。')
      if (/^\w+:\/\//.test(from) && !/^(?:mysql|mariadb):\/\/[^/]+\/./i.test(from))
        throw new UsageError('数据库地址要写成 mysql://用户:密码@主机:端口/库名。')
      return run(({ station }) =>
        runMigration(context, ({ onProgress, note }) =>
          station.migration.maccms({
            from: /^(?:mysql|mariadb):\/\//i.test(from) ? from : context.pathOf(from),
            prefix,
            dry: dryRun,
            isAnotherAllowed: anotherSite,
            siteUrl: site ?? null,
            ...(idKey === undefined ? {} : { idEncoding: { key: idKey, length: Number(idLength) } }),
            batchSize,
            signal: context.signal,
            onProgress,
            onRead: (bytes) => note(`查看文件：${Math.round(bytes / 1024 / 1024)} MB`),
          }),
        ),
      )
    })
}

function reportCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('report').description('上一次搬迁的结果').action(() =>
    run(async ({ station }) => {
      const last = await station.migration.lastRun()
      if (!last) {
        print('还没有搬过。')
        return undefined
      }
      const state = last.endedSec === null ? '没有完成，再运行一次会接着搬' : '已完成'
      print(`${new Date(last.startedSec * 1000).toISOString()} 开始，${state}。`)
      for (const line of reportLines(last.report)) print(line)
      return undefined
    }),
  )
}
