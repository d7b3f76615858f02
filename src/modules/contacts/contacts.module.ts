import { Module } from '@nestjs/common';
import './contact-share.entity.js';
import { ContactsService } from './contacts.service.js';

@Module({ providers: [ContactsService], exports: [ContactsService] })
export class ContactsModule {}
