import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { report, round } from './lib/report.ts'
import { measureSegments, type Side } from './lib/segment-rounds.ts'

/**
 * CPU cost of a gigabyte of segments, compared with nginx with sendfile on the same files in the same run: 64 viewers,
 * 8 segments of 2 MB that both have cached. Takes about 20 s. Linux only: CPU is read from /proc.
 */
const promised = 1.8

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

async function startNginx(folder: string, names: string[], work: string): Promise<{ side: Side; nginx: ChildProcess }> {
  const port = await freePort()
  const config = join(work, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(work, name)};`)
    .join(' ')
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${join(work, 'pid')};
     error_log stderr error; events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary}
            server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  const nginx = spawn('nginx', ['-c', config, '-p', work], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let attempt = 0; nginx.pid === undefined || childrenOf(nginx.pid).length === 0; attempt++) {
    if (attempt > 100) throw new Error('nginx did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { nginx, side: { port, pids: childrenOf(nginx.pid), paths: names.map((name) => `/${name}`) } }
}

async function startStation(): Promise<{ side: Side; folder: string; names: string[]; station: ChildProcess }> {
  const script = join(import.meta.dirname, 'lib/segment-server.ts')
  const station = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: station.stdout })) {
    const said: { port: number; folder: string; prefix: string; names: string[] } = JSON.parse(line)
    const paths = said.names.map((name) => `${said.prefix}/${name}`)
    return { ...said, station, side: { pids: [station.pid ?? 0], port: said.port, paths } }
  }
  throw new Error('the station did not start')
}

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const work = mkdtempSync(join(tmpdir(), 'yunmu-bench-nginx-'))
const started: ChildProcess[] = []
try {
  const { side, folder, names, station } = await startStation()
  started.push(station)
  const sides: Record<string, Side> = { station: side }
  if (hasNginx) {
    const { side: beside, nginx } = await startNginx(folder, names, work)
    started.push(nginx)
    sides.nginx = beside
  } else console.log('nginx is not on the PATH, so there is no comparison')
  const figures = await measureSegments(sides)
  const { station: ours, nginx: theirs } = figures
  const ratios =
    ours && theirs
      ? {
          ratio: round(ours.msPerGb / theirs.msPerGb),
          leastRatio: round(ours.leastMsPerGb / theirs.leastMsPerGb),
          promised: `≤ ${promised}`,
        }
      : {}
  report('segments', { ...figures, ...ratios })
} finally {
  for (const child of started) {
    child.stdin?.end()
    if (!child.stdin) child.kill('SIGQUIT')
    if (child.exitCode === null) await once(child, 'exit')
  }
  rmSync(work, { recursive: true, force: true })
}
