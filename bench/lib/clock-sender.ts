import { spawn, type ChildProcess } from 'node:child_process'

/** The operator may configure another path. */
export const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'

/** Squares in the picture that encode a clock in binary, most significant bit first. */
const bits = 24
const squarePx = 24
const width = 640
const height = 360
const fps = 25

/** A frame for a point in time: milliseconds as white and black squares on grey, with inverted squares below. */
function frameOf(atMs: number): Buffer {
  const frame = Buffer.alloc(width * height, 96)
  for (let bit = 0; bit < bits; bit++) {
    const isSet = Math.floor(atMs / 2 ** (bits - 1 - bit)) % 2 === 1
    for (let row = 0; row < 2 * squarePx; row++) {
      const isWhite = isSet === row < squarePx
      frame.fill(isWhite ? 235 : 16, row * width + bit * squarePx, row * width + (bit + 1) * squarePx)
    }
  }
  return frame
}

/**
 * An encoder that sends a clock: H.264 and AAC in real time with a key frame every two seconds. The clock counts
 * milliseconds since `originMs` (Unix) for four hours.
 * @param target the destination as arguments of ffmpeg
 */
export function sendClock(originMs: number, target: readonly string[]): ChildProcess {
  const picture = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', `${fps}`, '-i', 'pipe:0']
  const sound = ['-re', '-f', 'lavfi', '-i', 'sine=sample_rate=48000']
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', `${2 * fps}`]
  const rest = ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '96k', ...target]
  const child = spawn(ffmpeg, ['-v', 'error', ...picture, ...sound, ...encode, ...rest], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const beganMs = Date.now()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent < ((Date.now() - beganMs) * fps) / 1000; sent++) child.stdin.write(frameOf(Date.now() - originMs))
  }, 1000 / fps)
  child.stdin.on('error', () => clearInterval(timer))
  child.once('exit', () => clearInterval(timer))
  return child
}

/**
 * Script that reads the clock from a page's video: milliseconds since the clock's origin, or null if no clock is
 * recognised. A square is a 1 if it is lighter than the inverted square below.
 */
export const readClock = `(() => {
  const video = document.querySelector('video')
  if (!video || video.videoWidth !== ${width}) return null
  const canvas = (window.clockCanvas ??= document.createElement('canvas'))
  canvas.width = ${width}
  canvas.height = ${2 * squarePx}
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context.drawImage(video, 0, 0, ${width}, ${2 * squarePx}, 0, 0, ${width}, ${2 * squarePx})
  const light = (x, y) => context.getImageData(x, y, 1, 1).data[0]
  let ms = 0
  for (let bit = 0; bit < ${bits}; bit++) {
    const x = bit * ${squarePx} + ${squarePx / 2}
    const [above, below] = [light(x, ${squarePx / 2}), light(x, ${(squarePx * 3) / 2})]
    if (Math.abs(above - below) < 64) return null
    ms = ms * 2 + (above > below ? 1 : 0)
  }
  return ms
})()`
