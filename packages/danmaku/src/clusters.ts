import { grouped } from './grouped.ts'
import { flies } from './metrics.ts'
import type { Placed } from './placed.ts'
import type { Paper, Sprite } from './sprites.ts'

/** Several that fly along in one lane at one speed, as one picture. */
export interface Cluster {
  image: CanvasImageSource
  /** Where it is follows from this one. */
  first: Placed
  /** Pixels of the screen from the first one's line of words. */
  left: number
  top: number
  members: readonly Placed[]
  bytes: number
  /** Of the last frame that had one of them. */
  frame: number
}

/**
 * To show a picture takes a browser without a graphics processor five millionths of a second, however small it is: in a
 * crowd that is most of a frame. Those that keep their distance from each other are therefore put on one picture.
 */
export interface Clusters {
  /** Looks for some to put together, until a time of the page. `texts`: those that are drawn and change no more. */
  gather(texts: readonly Placed[], ratio: number, frame: number, untilMs: number): void
  loosen(cluster: Cluster): void
  /** Lets go what was not shown in the last frames, or everything. */
  sweep(frame: number): void
  count(): number
}

const fewest = 3
const widestPx = 1024
/** So much of a picture must be words. */
const leastFull = 0.6
const mostBytes = 48 * 1024 * 1024

export function createClusters(paper: Paper): Clusters {
  const known = new Set<Cluster>()
  let bytes = 0

  const loosen = (cluster: Cluster): void => {
    if (!known.delete(cluster)) return
    bytes -= cluster.bytes
    for (const placed of cluster.members) placed.cluster = null
    if ('close' in cluster.image) cluster.image.close()
  }
  return {
    loosen,
    gather: (texts, ratio, frame, untilMs) => {
      for (const group of grouped(texts.filter(isFree), wayOf))
        for (const chunk of chunksOf(group, ratio)) {
          if (performance.now() > untilMs || bytes > mostBytes) return
          const cluster = drawn(chunk, paper, frame)
          known.add(cluster)
          bytes += cluster.bytes
          for (const { placed } of chunk) placed.cluster = cluster
        }
    },
    sweep: (frame) => {
      for (const cluster of known) if (cluster.frame < frame - 1) loosen(cluster)
    },
    count: () => known.size,
  }
}

const isFree = ({ mode, said, cluster, sprite }: Placed): boolean =>
  flies(mode) && said.length === 1 && cluster === null && sprite !== null && !sprite.isGone

/** The same for those that keep their distance: of one lane and one speed. */
const wayOf = ({ mode, lane, toX, fromX }: Placed): string => `${mode} ${lane} ${(toX - fromX).toFixed(3)}`

interface Member {
  placed: Placed
  sprite: Sprite
  /** Pixels of the screen from the first of the group to this one, always. */
  x: number
}

function chunksOf(group: readonly Placed[], ratio: number): Member[][] {
  const [first] = group
  if (!first || group.length < fewest) return []
  const speed = (first.toX - first.fromX) / (first.endSec - first.startSec)
  const members = group.flatMap((placed) => {
    const x = Math.round((placed.fromX - first.fromX + speed * (first.startSec - placed.startSec)) * ratio)
    return placed.sprite ? [{ placed, sprite: placed.sprite, x }] : []
  })
  const chunks: Member[][] = []
  for (const member of members.toSorted((a, b) => a.x - b.x)) {
    const last = chunks.at(-1)
    if (last && isDense([...last, member])) last.push(member)
    else chunks.push([member])
  }
  return chunks.filter(({ length }) => length >= fewest)
}

function isDense(chunk: readonly Member[]): boolean {
  const { left, right } = extentOf(chunk)
  const words = chunk.reduce((sum, { sprite }) => sum + sprite.width, 0)
  return right - left <= widestPx && words >= leastFull * (right - left)
}

function extentOf(chunk: readonly Member[]) {
  return {
    left: Math.min(...chunk.map(({ x, sprite }) => x + sprite.left)),
    right: Math.max(...chunk.map(({ x, sprite }) => x + sprite.left + sprite.width)),
    top: Math.min(...chunk.map(({ sprite }) => sprite.top)),
    bottom: Math.max(...chunk.map(({ sprite }) => sprite.top + sprite.height)),
  }
}

function drawn(chunk: readonly Member[], paper: Paper, frame: number): Cluster {
  const { left, right, top, bottom } = extentOf(chunk)
  const [width, height] = [right - left, bottom - top]
  const inOrder = chunk.toSorted((a, b) => a.placed.startSec - b.placed.startSec)
  const image = paper.drawn(width, height, (pen) => {
    for (const { sprite, x } of inOrder) pen.drawImage(sprite.image, x + sprite.left - left, sprite.top - top)
  })
  const [one] = inOrder
  if (!one) throw new RangeError('nobody to put together')
  return {
    image,
    first: one.placed,
    left: left - one.x,
    top,
    bytes: width * height * 4,
    frame,
    members: chunk.map(({ placed }) => placed),
  }
}
