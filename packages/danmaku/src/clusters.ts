import { groupBy } from './group-by.ts'
import { isMoving } from './metrics.ts'
import type { Placed } from './placed.ts'
import type { OffscreenSurface, Sprite } from './sprites.ts'

/** Several danmaku that move in one lane at one speed, drawn as one bitmap. */
export interface Cluster {
  image: CanvasImageSource
  /** Member that defines the position. */
  first: Placed
  /** Screen pixels from the first member's text line. */
  left: number
  top: number
  members: readonly Placed[]
  bytes: number
  /** Last frame that showed a member. */
  frame: number
}

/**
 * Without a GPU a browser needs about 5 µs per bitmap, whatever its size; for many danmaku that is most of a frame.
 * Danmaku that keep their distance are therefore combined into one bitmap.
 */
export interface Clusters {
  /** Combines danmaku until a time of the page. `texts`: rendered ones that no longer change. */
  build(texts: readonly Placed[], ratio: number, frame: number, untilMs: number): void
  dissolve(cluster: Cluster): void
  /** Evicts clusters that were not shown in the last frame, or all. */
  sweep(frame: number): void
  count(): number
}

const minMembers = 3
const maxWidthPx = 1024
/** Minimum share of a bitmap that is text. */
const minTextShare = 0.6
const maxBytes = 48 * 1024 * 1024

export function createClusters(surface: OffscreenSurface): Clusters {
  const clusters = new Set<Cluster>()
  let bytes = 0

  const dissolve = (cluster: Cluster): void => {
    if (!clusters.delete(cluster)) return
    bytes -= cluster.bytes
    for (const placed of cluster.members) placed.cluster = null
    if ('close' in cluster.image) cluster.image.close()
  }
  return {
    dissolve,
    build: (texts, ratio, frame, untilMs) => {
      for (const group of groupBy(texts.filter(canJoin), motionKeyOf))
        for (const chunk of chunksOf(group, ratio)) {
          if (performance.now() > untilMs || bytes > maxBytes) return
          const cluster = drawCluster(chunk, surface, frame)
          clusters.add(cluster)
          bytes += cluster.bytes
          for (const { placed } of chunk) placed.cluster = cluster
        }
    },
    sweep: (frame) => {
      for (const cluster of clusters) if (cluster.frame < frame - 1) dissolve(cluster)
    },
    count: () => clusters.size,
  }
}

const canJoin = ({ mode, occurrences, cluster, sprite }: Placed): boolean =>
  isMoving(mode) && occurrences.length === 1 && cluster === null && sprite !== null && !sprite.isEvicted

/** Key of the motion: the same lane and speed keep the distance. */
const motionKeyOf = ({ mode, lane, toX, fromX }: Placed): string => `${mode} ${lane} ${(toX - fromX).toFixed(3)}`

interface Member {
  placed: Placed
  sprite: Sprite
  /** Constant distance in screen pixels from the first of the group. */
  x: number
}

function chunksOf(group: readonly Placed[], ratio: number): Member[][] {
  const [first] = group
  if (!first || group.length < minMembers) return []
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
  return chunks.filter(({ length }) => length >= minMembers)
}

function isDense(chunk: readonly Member[]): boolean {
  const { left, right } = extentOf(chunk)
  const words = chunk.reduce((sum, { sprite }) => sum + sprite.width, 0)
  return right - left <= maxWidthPx && words >= minTextShare * (right - left)
}

function extentOf(chunk: readonly Member[]) {
  return {
    left: Math.min(...chunk.map(({ x, sprite }) => x + sprite.left)),
    right: Math.max(...chunk.map(({ x, sprite }) => x + sprite.left + sprite.width)),
    top: Math.min(...chunk.map(({ sprite }) => sprite.top)),
    bottom: Math.max(...chunk.map(({ sprite }) => sprite.top + sprite.height)),
  }
}

function drawCluster(chunk: readonly Member[], surface: OffscreenSurface, frame: number): Cluster {
  const { left, right, top, bottom } = extentOf(chunk)
  const [width, height] = [right - left, bottom - top]
  const inOrder = chunk.toSorted((a, b) => a.placed.startSec - b.placed.startSec)
  const image = surface.render(width, height, (pen) => {
    for (const { sprite, x } of inOrder) pen.drawImage(sprite.image, x + sprite.left - left, sprite.top - top)
  })
  const [one] = inOrder
  if (!one) throw new RangeError('nothing to combine')
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
