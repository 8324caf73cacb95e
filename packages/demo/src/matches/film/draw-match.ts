import type { DemoMatch, DemoSide } from '../demo-competition.ts'
import { isGoal } from '../football-plays.ts'
import { ballAt, ballPath } from './ball-path.ts'
import { blend, type Bitmap } from './bitmap.ts'
import { columnOf, frame, maxPan, rowOf, scaleOf } from './camera.ts'
import { captionsOf, drawCaption, drawPlate, plateAt } from './captions.ts'
import { drawBall, drawFigures, drawShadow, runPhases, type Kit, type Pose } from './figures.ts'
import { copyStadium, drawGoal, drawStadium } from './pitch-picture.ts'
import { castOf, type Actor } from './players-at.ts'

/** Draws a football match at any second of its time, from the events that its feed tells. */

/** Players are drawn larger than they are, so that they are seen on a phone. */
const playerMetres = 3.1
const ballMetres = 0.36
const crowdVariants = 3
const platePlace = { x: 28, y: 22 } as const
const captionPlace = { x: 28, y: 456 } as const
/** Metres that a running player covers in all phases of a step. */
const strideMetres = 2.6

export interface MatchPicture {
  /** Draws the frame of a moment, Unix milliseconds. The bitmap is reused by the next call. */
  frameAt(nowMs: number): Promise<Bitmap>
}

function distanceOf(one: string, other: string): number {
  const parts = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [a, b] = [parts(one), parts(other)]
  return Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))
}

/** The first colours, or for the guests another one if they look like those of the hosts or the grass. */
export function kitsOf({ home, away }: DemoMatch): Record<DemoSide, Kit> {
  const grass = '#2c7a49'
  const isSeen = (colour: string): boolean => distanceOf(colour, grass) > 85
  const choices = [away.colour, away.colour2, '#f2efe6', '#17191f']
  const shirt = isSeen(home.colour) ? home.colour : home.colour2
  const guests = choices.find((colour) => isSeen(colour) && distanceOf(colour, shirt) > 150) ?? '#f2efe6'
  return {
    home: { shirt, shorts: shirt === home.colour ? home.colour2 : home.colour },
    away: { shirt: guests, shorts: guests === away.colour ? away.colour2 : away.colour },
  }
}

const keeperShirts = ['#d9a521', '#8c4fc4', '#e8643c', '#2fa6c9', '#c9d84a'] as const

/** Shirts of the keepers, which differ from those of both sides and from each other. */
function keeperKitsOf({ home, away }: Record<DemoSide, Kit>): Record<DemoSide, Kit> {
  const free = keeperShirts.filter((shirt) => [home, away].every((kit) => distanceOf(kit.shirt, shirt) > 110))
  const kit = (shirt: string | undefined): Kit => ({ shirt: shirt ?? keeperShirts[0], shorts: '#20242c' })
  return { home: kit(free[0]), away: kit(free[1]) }
}

export async function pictureOf(match: DemoMatch): Promise<MatchPicture> {
  const path = ballPath(match)
  const cast = castOf(path, match.kickoffSec)
  const kits = kitsOf(match)
  const keepers = keeperKitsOf(kits)
  const figures = {
    home: await drawFigures(kits.home),
    away: await drawFigures(kits.away),
    'keeper home': await drawFigures(keepers.home),
    'keeper away': await drawFigures(keepers.away),
    referee: await drawFigures({ shirt: '#15181f', shorts: '#15181f' }),
  }
  const stadiums = await Promise.all(Array.from({ length: crowdVariants }, (_, at) => drawStadium(match, at)))
  const goals = { right: await drawGoal(1), left: await drawGoal(-1) }
  const balls = await drawBalls()
  const captions = captionsOf(match, path.all)
  const target: Bitmap = { ...frame, pixels: new Uint8Array(frame.width * frame.height * 3) }
  let plate: { key: string; bitmap: Bitmap } | null = null
  let caption: { key: number; bitmap: Bitmap } | null = null

  /** Whether the crowd is on its feet: around a goal. */
  const excitedAt = (nowMs: number): boolean =>
    path.all.plays.some((play) => isGoal(play) && nowMs > play.wallMs && nowMs < play.wallMs + 14_000)

  const panAt = (atSec: number): number => {
    let x = 0
    for (let step = -3; step <= 3; step++) x += cast.averageAt(atSec + step * 0.5).x
    return Math.min(maxPan, Math.max(-maxPan, (x / 7) * 0.9))
  }

  const drawPlayers = (atSec: number, pan: number, ball: ReturnType<typeof ballAt>): void => {
    const actors = cast.at(atSec)
    const before = cast.at(atSec - 0.1)
    const drawn = actors.map((actor, look) => ({ actor, look, before: before[look] ?? actor }))
    let isBallDrawn = false
    for (const { actor, look, before: from } of drawn.toSorted((one, other) => other.actor.y - one.actor.y)) {
      if (!isBallDrawn && actor.y < ball.y) {
        putBall(target, balls, ball, pan)
        isBallDrawn = true
      }
      const name =
        actor.side === 'referee' ? 'referee' : actor.isKeeper ? (`keeper ${actor.side}` as const) : actor.side
      figures[name].draw(target, {
        ...poseOf(actor, from, atSec, look, ball.x),
        look: look * 7 + 3,
        x: columnOf(actor.x, actor.y, pan),
        y: rowOf(actor.y),
        height: scaleOf(actor.y) * playerMetres,
      })
    }
    if (!isBallDrawn && actors.length > 0) putBall(target, balls, ball, pan)
  }

  return {
    async frameAt(nowMs) {
      const atSec = nowMs / 1000 - match.kickoffSec
      const pan = panAt(atSec)
      // A crowd that moves all the time would be most of the film's bytes.
      const variant = excitedAt(nowMs) ? Math.floor(atSec * 5) % crowdVariants : 0
      const stadium = stadiums[variant]
      if (stadium) copyStadium(stadium, pan, target.pixels)
      for (const [goal, x] of [
        [goals.left, -52.5],
        [goals.right, 52.5],
      ] as const)
        blend(target, goal, Math.round(columnOf(x, 0, pan)) - goal.anchorX, Math.round(rowOf(0)) - goal.anchorY)
      drawPlayers(atSec, pan, ballAt(path, atSec))
      const state = plateAt(path.all, nowMs)
      const key = `${state.home}:${state.away} ${state.clock}`
      const colours = { home: kits.home.shirt, away: kits.away.shirt }
      if (plate?.key !== key) plate = { key, bitmap: await drawPlate(match, colours, state) }
      blend(target, plate.bitmap, platePlace.x, platePlace.y)
      const shown = captions.findLast(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs)
      if (shown && caption?.key !== shown.fromMs) caption = { key: shown.fromMs, bitmap: await drawCaption(shown) }
      if (shown && caption) blend(target, caption.bitmap, captionPlace.x, captionPlace.y)
      return target
    },
  }
}

const ballSizes = [4, 5, 6, 7, 8, 9] as const

interface Balls {
  bitmaps: readonly Bitmap[]
  shadows: readonly Bitmap[]
}

const drawBalls = async (): Promise<Balls> => ({
  bitmaps: await Promise.all(ballSizes.map(drawBall)),
  shadows: await Promise.all(ballSizes.map(drawShadow)),
})

/** Draws the ball and its shadow. */
function putBall(target: Bitmap, balls: Balls, { x, y, z }: ReturnType<typeof ballAt>, pan: number): void {
  const radius = scaleOf(y) * ballMetres
  const at = Math.min(ballSizes.length - 1, Math.max(0, Math.round(radius) - ballSizes[0]))
  const [bitmap, shadow] = [balls.bitmaps[at], balls.shadows[at]]
  if (!bitmap || !shadow) return
  const [left, row] = [columnOf(x, y, pan), rowOf(y)]
  blend(target, shadow, Math.round(left - shadow.width / 2), Math.round(row - shadow.height / 2))
  blend(target, bitmap, Math.round(left - bitmap.width / 2), Math.round(row - radius * 2 - z * scaleOf(y) * 1.3))
}

/** How an actor moves: by the way since a tenth of a second ago. */
function poseOf(
  actor: Actor,
  before: Pick<Actor, 'x' | 'y'>,
  atSec: number,
  look: number,
  ballX: number,
): { pose: Pose; facing: 1 | -1 } {
  const [stepX, stepY] = [actor.x - before.x, actor.y - before.y]
  const speed = Math.hypot(stepX, stepY) * 10
  const facing = Math.abs(stepX) > 0.06 ? (stepX > 0 ? 1 : -1) : actor.x < ballX ? 1 : -1
  if (actor.isCheering && (speed < 3 || Math.sin(atSec * 5 + look) > 0)) return { pose: 'cheer', facing }
  if (speed < 1.1) return { pose: 'stand', facing }
  const phase =
    Math.floor(((atSec * Math.min(8, Math.max(3, speed))) / strideMetres) * runPhases + look * 1.7) % runPhases
  const phases = [0, 1, 2, 3] as const
  return { pose: phases[(phase + runPhases) % runPhases] ?? 0, facing }
}
