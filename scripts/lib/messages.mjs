import process from 'node:process'

/** Every message of the scripts to the operator: plain, short, simplified Chinese. */
export const messages = {
  installingRuntime: (/** @type {string} */ wanted, /** @type {string} */ found) =>
    `第 1 步（共 4 步）：本机的 Node 是 ${found}，正在取得 Node ${wanted}（只需一次，约 30 MB）……`,
  runtimeUnfit: (/** @type {string} */ wanted) =>
    `取得的 Node ${wanted} 无法在这台机器上运行。请自行安装 Node 24 后再试。`,
  runtimeMissing: (/** @type {string} */ name) => `没有适合这台机器的 Node 包（${name}）。请自行安装 Node 24 后再试。`,
  installingPackages: '第 2 步（共 4 步）：正在安装程序包（只需一次，约一分钟）……',
  packagesProgress: (/** @type {number} */ share, /** @type {number} */ seconds) =>
    `　　程序包已就位 ${Math.floor(share * 100)}%，用了 ${seconds} 秒`,
  buildingWeb: '第 3 步（共 4 步）：正在生成网页（更新之后才需要，约半分钟）……',
  webProgress: (/** @type {number} */ seconds) => `　　还在生成网页，用了 ${seconds} 秒`,
  startingNew: '第 4 步（共 4 步）：正在建立数据库、放入演示片单，首页随后就能打开（约十秒）……',
  waiting: '另一个命令正在做准备，等它完成……',
  portMalformed: (/** @type {string} */ text) => `PORT 应是 0 到 65535 的整数，现在是“${text}”`,
  portTaken: (/** @type {number} */ port) => `端口 ${port} 已被别的程序占用。请停掉它，或用 PORT 另选一个端口。`,
  noNpm: '找不到 npm。请安装带有 npm 的 Node 18 或更新的版本。',
  noNetwork: '连不上 npm 的软件源。请检查网络或 npm 的 registry 设置后再试。',
  diskFull: '磁盘已满。请腾出空间后再试。',
  notWritable: (/** @type {string} */ folder) => `当前用户不能写入 ${folder}。请换一个用户，或改变它的所有者。`,
  npmFailed: (/** @type {string} */ tail) => `npm 没有成功：${tail}`,
  buildFailed: (/** @type {string} */ tail) => `网页没有生成成功：\n${tail}`,
  installingSystem: (/** @type {readonly string[]} */ packages) => `正在用 apt-get 安装 ${packages.join('、')}……`,
  systemLacks: {
    ffmpeg: '缺少 ffmpeg：不能导入影片，演示短片也不会生成，其余照常。可安装 ffmpeg 5 以上，或用 FFMPEG_PATH 指定。',
    fonts: '缺少中文字体：绘制的海报和演示短片上不写字，其余照常。可安装 fonts-noto-cjk 之类的字体。',
    chromium: '缺少 Chromium：浏览器里的测试无法进行。可安装 chromium，或用 CHROMIUM_PATH 指定。',
    notifications: '缺少带界面的 Chromium：系统通知的测试略过。可安装 chromium，或用 CHROMIUM_PATH 指定。',
    redis: '缺少 redis-server：几个实例之间经 Redis 通信的测试略过。可安装 redis-server 或 valkey-server。',
  },
}

/** Prints one line to standard error: standard output belongs to the program and may be parsed. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`${line}\n`)
}

/** A failure explained by one sentence, which is printed without a stack. */
export class LauncherError extends Error {}

/**
 * Runs a script. A failure ends the process with code 1 and, if its cause is known, one sentence.
 * @param {() => Promise<void>} work
 */
export async function runScript(work) {
  try {
    await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (error instanceof LauncherError) say(error.message)
    else if (code === 'ENOSPC') say(messages.diskFull)
    else if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      say(messages.notWritable(error instanceof Error && 'path' in error ? String(error.path) : ''))
    } else throw error
    process.exit(1)
  }
}
