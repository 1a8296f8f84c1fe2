import { joinTexts, type SameKeys } from '#src/define/messages.ts'
import accidents from '../accidents/accidents.en.ts'
import appointment from '../appointment/appointment.en.ts'
import board from '../board/board.en.ts'
import cars from '../cars/cars.en.ts'
import checks from '../checks/checks.en.ts'
import duty from '../drivers/duty.en.ts'
import fuel from '../fuel/fuel.en.ts'
import lockups from '../lockups/lockups.en.ts'
import ratings from '../ratings/ratings.en.ts'
import readings from '../readings/readings.en.ts'
import service from '../service/service.en.ts'
import trips from '../trips/trips.en.ts'
import use from '../use/use.en.ts'
import violations from '../violations/violations.en.ts'
import type zhHans from './zhHans.ts'

export default joinTexts(
  cars,
  fuel,
  service,
  violations,
  accidents,
  lockups,
  use,
  duty,
  trips,
  appointment,
  board,
  checks,
  ratings,
  readings,
) satisfies SameKeys<typeof zhHans>
