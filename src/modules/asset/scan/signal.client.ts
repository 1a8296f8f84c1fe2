/** A tone and a buzz for each result, so that nobody has to look at the screen. */
import type { ScanResult } from '../counts/count.types.ts'

interface Tone {
  readonly hertz: number
  readonly times: number
}
const tones: Readonly<Record<ScanResult, Tone>> = {
  found: { hertz: 1320, times: 1 },
  elsewhere: { hertz: 880, times: 2 },
  unexpected: { hertz: 660, times: 2 },
  unknown: { hertz: 330, times: 3 },
  already: { hertz: 990, times: 1 },
  late: { hertz: 330, times: 3 },
}
const TONE_SECONDS = 0.08
const INTERVAL_SECONDS = 0.13

let audio: AudioContext | undefined

export function signal(result: ScanResult): void {
  const { hertz, times } = tones[result]
  navigator.vibrate?.(Array.from({ length: times * 2 - 1 }, (_, index) => (index % 2 === 0 ? 60 : 40)))
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  for (let index = 0; index < times; index += 1) {
    const oscillator = audio.createOscillator()
    const volume = audio.createGain()
    volume.gain.value = 0.08
    oscillator.frequency.value = hertz
    oscillator.connect(volume).connect(audio.destination)
    const start = audio.currentTime + index * INTERVAL_SECONDS
    oscillator.start(start)
    oscillator.stop(start + TONE_SECONDS)
  }
}
