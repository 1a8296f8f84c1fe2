import { joinMessages } from '#src/define/messages.ts'
import { appointmentMessages } from './appointment/appointment.messages.ts'
import { boardMessages } from './board/board.messages.ts'
import { fleetMessages } from './cars/cars.messages.ts'
import { tripMessages } from './trips/trips.messages.ts'

/** Texts of the module. */
export const carMessages = joinMessages(fleetMessages, tripMessages, appointmentMessages, boardMessages)
