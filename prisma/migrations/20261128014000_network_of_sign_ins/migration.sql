-- AlterTable
ALTER TABLE "login_nonce" ADD COLUMN     "network_hash" TEXT NOT NULL DEFAULT '';
