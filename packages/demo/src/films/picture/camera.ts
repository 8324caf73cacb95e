import type { CameraKeyframe } from '../film-script.ts'
import type { Viewport } from './composite.ts'

/** A blend of linear and smoothstep: slow at both ends, but never still, because cross-fades overlap the ends. */
function ease(progress: number): number {
  const smooth = progress * progress * (3 - 2 * progress)
  return progress * 0.75 + smooth * 0.25
}

/** The camera between two keyframes. @param progress 0 to 1; values outside are clamped */
export function cameraAt(from: CameraKeyframe, to: CameraKeyframe, progress: number): CameraKeyframe {
  const eased = ease(Math.min(1, Math.max(0, progress)))
  const interpolate = (one: number, two: number): number => one + (two - one) * eased
  // Zoom is interpolated exponentially, which looks like constant speed.
  const zoom = from.zoom * (to.zoom / from.zoom) ** eased
  return { x: interpolate(from.x, to.x), y: interpolate(from.y, to.y), zoom }
}

/** Fraction of the camera's movement that the farthest layer follows; the nearest follows all of it. */
const minParallax = 0.25

/**
 * The part of a layer that the camera shows. Near layers (depth 1) move and zoom more than far ones (depth 0). The
 * viewport never leaves the picture.
 */
export function viewportOf(
  camera: CameraKeyframe,
  depth: number,
  picture: { width: number; height: number },
): Viewport {
  const parallax = minParallax + (1 - minParallax) * depth
  // Near layers are enlarged a little, which leaves them more room to move.
  const zoom = 1 + (camera.zoom - 1) * (0.95 + 0.75 * depth)
  const width = picture.width / zoom
  const height = picture.height / zoom
  return {
    x: ((picture.width - width) / 2) * (1 + camera.x * parallax),
    y: ((picture.height - height) / 2) * (1 + camera.y * parallax),
    width,
    height,
  }
}
